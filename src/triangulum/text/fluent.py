"""From ``.ftl`` files to patterns: the part of Fluent that messages use.

Text, variables, references to messages and terms, literals, and selection by a variable. Attributes of a message are
messages of their own: ``lesson-1.hint``. Functions such as ``NUMBER()`` are not used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

from fluent.syntax import FluentParser, ast

from triangulum.errors import TriangulumError
from triangulum.text.pseudo import accent_text
from triangulum.text.rendering import (
    LiteralPattern,
    MessagePattern,
    ReferencePattern,
    SelectPattern,
    SequencePattern,
    VariablePattern,
)


class LocaleError(TriangulumError):
    """A ``.ftl`` file has a mistake; the message names the file and the line."""


def load_patterns(
    folder: Path, language: str, plural_rule: Callable[[int], str], *, is_pseudo: bool = False
) -> dict[str, MessagePattern]:
    """Return the patterns of a language's file in a package's folder; none if there is no such file."""
    path = folder / "locale" / f"{language}.ftl"
    if not path.is_file():
        return {}
    return PatternBuilder(path, plural_rule, is_pseudo).build()


class PatternBuilder:
    """Builds the patterns of one file."""

    def __init__(self, path: Path, plural_rule: Callable[[int], str], is_pseudo: bool) -> None:
        self.path = path
        self.source = path.read_text(encoding="utf-8")
        self.plural_rule = plural_rule
        self.is_pseudo = is_pseudo

    def build(self) -> dict[str, MessagePattern]:
        """Return all patterns by id."""
        patterns: dict[str, MessagePattern] = {}
        for id, node in self.list_nodes():
            if id in patterns:
                self.refuse(node, f"{id} is there twice")
            patterns[id] = self.build_pattern(node)
        return patterns

    def list_nodes(self) -> Iterator[tuple[str, ast.Pattern]]:
        """Yield the id and the pattern of every message, term and attribute."""
        for entry in FluentParser().parse(self.source).body:
            if isinstance(entry, ast.Junk):
                self.refuse(entry, (entry.annotations and entry.annotations[0].message) or "this is not Fluent")
            if not isinstance(entry, ast.Message | ast.Term):
                continue
            name = f"-{entry.id.name}" if isinstance(entry, ast.Term) else entry.id.name
            if entry.value is not None:
                yield name, entry.value
            for attribute in entry.attributes:
                yield f"{name}.{attribute.id.name}", attribute.value

    def build_pattern(self, node: ast.Pattern) -> MessagePattern:
        """Return a pattern, as simple as possible."""
        parts = [self.build_element(element) for element in node.elements]
        return parts[0] if len(parts) == 1 else SequencePattern(parts)

    def build_element(self, element: ast.TextElement | ast.Placeable) -> MessagePattern:
        """Return the pattern of a piece of text, or of what is in braces."""
        if isinstance(element, ast.TextElement):
            return LiteralPattern(accent_text(element.value) if self.is_pseudo else element.value)
        expression = element.expression
        if isinstance(expression, ast.Placeable):
            return self.build_element(expression)
        if isinstance(expression, ast.SelectExpression):
            return self.build_select(expression)
        if isinstance(expression, ast.VariableReference):
            return VariablePattern(expression.id.name)
        if isinstance(expression, ast.StringLiteral):
            return LiteralPattern(str(expression.parse()["value"]))
        if isinstance(expression, ast.NumberLiteral):
            return LiteralPattern(expression.value)
        if isinstance(expression, ast.MessageReference | ast.TermReference):
            return ReferencePattern(self.find_reference(expression))
        return self.refuse(expression, "functions are not used here")

    def find_reference(self, expression: ast.MessageReference | ast.TermReference) -> str:
        """Return the id of another message or term."""
        name = f"-{expression.id.name}" if isinstance(expression, ast.TermReference) else expression.id.name
        return f"{name}.{expression.attribute.name}" if expression.attribute else name

    def build_select(self, expression: ast.SelectExpression) -> SelectPattern:
        """Return the pattern of a selection."""
        selector = expression.selector
        if not isinstance(selector, ast.VariableReference):
            self.refuse(expression, "only a variable can be selected by")
        variants = {
            variant.key.name if isinstance(variant.key, ast.Identifier) else variant.key.value: self.build_pattern(
                variant.value
            )
            for variant in expression.variants
        }
        default = next(variant for variant in expression.variants if variant.default)
        return SelectPattern(selector.id.name, variants, self.build_pattern(default.value), self.plural_rule)

    def refuse(self, node: ast.SyntaxNode, problem: str) -> NoReturn:
        """Raise LocaleError for a node."""
        line = self.source.count("\n", 0, node.span.start) + 1 if node.span else 1
        raise LocaleError(f"{self.path.name}, line {line}: {problem}")
