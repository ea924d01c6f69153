"""Code and ``.ftl`` files fit together: ids in the code are messages, given their variables, and all are used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent
from fluent.syntax.visitor import Visitor

import triangulum

ROOT = Path(triangulum.__file__).parent
PACKAGES = {
    path.parent.parent.relative_to(ROOT).as_posix(): path.parent.parent for path in sorted(ROOT.rglob("locale/en.ftl"))
}
MESSAGE_MODULES = ("messages", "sentences")
each_package = pytest.mark.parametrize("package", PACKAGES.values(), ids=PACKAGES)


# What .ftl files say.


class Needs(Visitor):
    """The variables that a pattern uses, and the messages and terms that it refers to."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.references: set[str] = set()

    def visit_VariableReference(self, node: fluent.VariableReference) -> None:
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: fluent.MessageReference) -> None:
        self.references.add(f"{node.id.name}.{node.attribute.name}" if node.attribute else node.id.name)

    def visit_TermReference(self, node: fluent.TermReference) -> None:
        self.references.add(f"-{node.id.name}")


@cache
def load_needs(package: Path) -> dict[str, Needs]:
    """Return what each message, attribute and term of a package needs, by id."""
    needs_by_id: dict[str, Needs] = {}
    for entry in FluentParser().parse((package / "locale" / "en.ftl").read_text(encoding="utf-8")).body:
        if isinstance(entry, fluent.Message | fluent.Term):
            id = f"-{entry.id.name}" if isinstance(entry, fluent.Term) else entry.id.name
            patterns = {f"{id}.{attribute.id.name}": attribute.value for attribute in entry.attributes}
            for name, pattern in {id: entry.value, **patterns}.items():
                needs_by_id[name] = Needs()
                needs_by_id[name].visit(pattern)
    return needs_by_id


def list_variables(package: Path, id: str) -> set[str]:
    """Return the variables of a message and of all messages that it refers to."""
    needs = load_needs(package)[id]
    return needs.variables.union(*(list_variables(package, reference) for reference in needs.references))


def list_references(package: Path) -> set[str]:
    """Return the ids of all messages and terms to which others refer."""
    return {reference for needs in load_needs(package).values() for reference in needs.references}


# What the code says.


class Mentions(NamedTuple):
    """Texts that can be ids, and beginnings of ids whose end is computed."""

    ids: set[str]
    prefixes: set[str]

    def find(self, package: Path) -> list[str]:
        """Return the ids of a package's messages that are mentioned."""
        prefixes = tuple(self.prefixes)
        return [id for id in load_needs(package) if id in self.ids or id.startswith(prefixes)]


class Call(NamedTuple):
    """A call of a package's ``message``."""

    place: str
    mentions: Mentions
    arguments: set[str | None]
    """Their names; with None if not all of them are known."""


@cache
def list_nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of the syntax tree of a module."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def list_sources(suffix: str) -> tuple[Path, ...]:
    """Return the files of the whole package with a suffix."""
    return tuple(sorted(ROOT.rglob(f"*.{suffix}")))


def list_calls(package: Path) -> Iterator[Call]:
    """Yield the calls of a package's ``message`` in all modules."""
    for path in list_sources("py"):
        names = set(find_names_of_message(path, package))
        for node in list_nodes(path) if names else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names and node.args:
                place = f"{path.relative_to(ROOT)}:{node.lineno}"
                yield Call(
                    place, find_mentions(list_id_nodes(node.args[0])), {keyword.arg for keyword in node.keywords}
                )


@cache
def list_imports(path: Path) -> list[ast.ImportFrom]:
    """Return what a module imports by name."""
    return [node for node in list_nodes(path) if isinstance(node, ast.ImportFrom)]


def find_names_of_message(path: Path, package: Path) -> Iterator[str]:
    """Yield what a module calls the ``message`` of a package."""
    for node in list_imports(path):
        if node.module is not None:
            module = ROOT.parent.joinpath(*node.module.split("."))
            if module.parent == package and module.name in MESSAGE_MODULES:
                yield from (alias.asname or alias.name for alias in node.names if alias.name == "message")
    if path.parent == package and path.stem in MESSAGE_MODULES:
        yield "message"


def list_id_nodes(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the texts of which an expression is one, such as both in ``"won" if … else "lost"``."""
    if isinstance(node, ast.IfExp):
        yield from list_id_nodes(node.body)
        yield from list_id_nodes(node.orelse)
    else:
        yield node


def find_mentions(nodes: Iterable[ast.AST]) -> Mentions:
    """Return the texts among nodes, and the beginnings of others such as ``bot-`` in ``f"bot-{level}"``."""
    mentions = Mentions(set(), set())
    for node in nodes:
        match node:
            case ast.JoinedStr(values=[ast.Constant(value=str(prefix)), *_]) if prefix.endswith(("-", ".")):
                mentions.prefixes.add(prefix)
            case ast.Constant(value=str(text)):
                mentions.ids.add(text)
    return mentions


@each_package
def test_a_message_in_the_code_exists_and_is_given_its_variables(package: Path) -> None:
    problems = []
    for call in list_calls(package):
        ids = call.mentions.find(package)
        problems += [f"{call.place}: no message begins with {prefix!r}" for prefix in call.mentions.prefixes if not ids]
        if not call.mentions.prefixes:
            problems += [f"{call.place}: there is no message {id!r}" for id in call.mentions.ids.difference(ids)]
        missing = [list_variables(package, id) - call.arguments for id in ids]
        if None not in call.arguments and any(missing) and (all(missing) or not call.mentions.prefixes):
            problems.append(f"{call.place}: {', '.join(sorted(set.union(*missing)))} is missing")
    assert not problems, "\n".join(problems)


@each_package
def test_every_reference_to_a_message_has_one(package: Path) -> None:
    assert not list_references(package) - set(load_needs(package))


@each_package
def test_every_message_is_used(package: Path) -> None:
    used = set(find_all_mentions(package).find(package)) | list_references(package)
    # An attribute is used by whoever uses its message.
    unused = [id for id in load_needs(package) if id not in used and id.partition(".")[0] not in used]
    assert not unused, f"{len(unused)} messages are not used: {', '.join(unused)}"


def find_all_mentions(package: Path) -> Mentions:
    """Return what all files that can use a package's messages mention."""
    files = [path for suffix in ("py", "toml", "html", "js") for path in list_sources(suffix)]
    mentions = [find_mentions_in_file(path) for path in files if can_use(path, package)]
    return Mentions(set().union(*(part.ids for part in mentions)), set().union(*(part.prefixes for part in mentions)))


def can_use(path: Path, package: Path) -> bool:
    """Return whether a file can use a package's messages: one game doesn't use another's."""
    games = ROOT / "games"
    return games not in path.parents or package in path.parents or games not in package.parents


@cache
def find_mentions_in_file(path: Path) -> Mentions:
    """Return what a file mentions; in templates, scripts and TOML files every word counts."""
    if path.suffix == ".py":
        return find_mentions(list_nodes(path))
    text = path.read_text(encoding="utf-8")
    ids = set(re.findall(r"[a-z][\w-]*(?:\.[a-z][\w-]*)?", text))
    # A script's label("undo") is the message client-undo.
    ids |= {f"client-{id}" for id in re.findall(r'\blabel\("([a-z.-]+)"', text)}
    return Mentions(ids, set(re.findall(r"""[`"']([a-z][\w-]*-)(?:\$\{|["'] [~+])""", text)))
