"""Compiles the hot modules with mypyc while a wheel is built, if there is a C compiler.

The same sources run plain, so everything about compiling may fail except the type check: then the wheel
holds no extension file at all, and `triangulum/_build.json` in it says why. All work is done in a fresh
temporary folder; what older builds left in the tree is neither used nor touched.

Games of other projects can be built into the same wheel, and are then compiled too: see docs/new-game.md.
"""

import ast
import atexit
import json
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from setuptools import Distribution, setup
from setuptools.command.build_ext import build_ext

SRC = Path("src")
PACKAGE = SRC / "triangulum"
OBJECT_CACHE = "TRIANGULUM_OBJECT_CACHE"
"""Names a folder in which object files are kept from build to build; nothing is kept without it."""
GAMES_GROUP = "triangulum.games"
OTHER_GAMES = "TRIANGULUM_WITH"
"""Names folders of other projects, separated like those of PATH, whose games become part of the wheel.

mypyc can compile a subclass only together with its base class, so such a game has to be built with Triangulum.
"""

# Loaded by path, because importing the package would need its dependencies.
_COMPILED = runpy.run_path(str(PACKAGE / "installation/compiled.py"))
REINSTALL_HINT: str = _COMPILED["REINSTALL_HINT"]
MANIFEST: str = _COMPILED["MANIFEST"]
find_c_compiler: Callable[[], str | None] = _COMPILED["find_c_compiler"]
find_compile_obstacle: Callable[[], str | None] = _COMPILED["find_compile_obstacle"]


def is_compiled(source: Path) -> bool:
    """Return whether one of the first ten lines of a module says that it is to be compiled."""
    return "# compiled by mypyc" in source.read_text(encoding="utf-8").splitlines()[:10]


def list_other_projects() -> list[Path]:
    """Return the folders of other projects that are to be built into the wheel, or stop if one is no such project."""
    projects = [Path(name).resolve() for name in os.environ.get(OTHER_GAMES, "").split(os.pathsep) if name]
    for project in projects:
        if not (project / "pyproject.toml").is_file() or not (project / "src").is_dir():
            sys.exit(f"{OTHER_GAMES}: {project} has no pyproject.toml, or no folder src.")
    return projects


def list_source_roots() -> list[Path]:
    """Return the folders that hold packages: our own, and those of other projects."""
    return [SRC, *(project / "src" for project in list_other_projects())]


def path_in_wheel(source: Path) -> Path:
    """Return where a source file goes in the wheel."""
    return next(source.relative_to(root) for root in list_source_roots() if source.is_relative_to(root))


def read_entry_points(project: Path) -> list[str]:
    """Return the games that another project offers, as lines of entry points."""
    content = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    games = content.get("project", {}).get("entry-points", {}).get(GAMES_GROUP, {})
    return [f"{name} = {value}" for name, value in games.items()]


def copy_other_packages(site: Path) -> None:
    """Copy the packages of other projects, with all their files, into the tree of the wheel."""
    for project in list_other_projects():
        left_out = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "*.egg-info")
        shutil.copytree(project / "src", site, dirs_exist_ok=True, ignore=left_out)


def read_compiler_version(command: str) -> str:
    """Return the first line of the compiler's ``--version``, for people who report a problem."""
    words = [*shlex.split(command), "--version"]
    answer = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    return answer.partition("\n")[0].strip() or command


class ObjectCache:
    """Object files of the last build, by a digest of their inputs, so that the next one compiles only changed files.

    mypyc's separate groups would do as much, but calls between them take longer: searches were 3 to 8 % slower.
    """

    def __init__(self, folder: Path, compiler: str) -> None:
        self.folder = folder
        self.common = repr((os.environ["CC"], compiler, version("mypy"), sys.version)).encode()
        self.used: set[Path] = set()
        folder.mkdir(parents=True, exist_ok=True)

    def object_path(self, source: Path, options: list[str]) -> Path:
        """Return the path for the object file of a C file, whether it is cached or not."""
        digest = sha256(self.common + repr(options).encode())
        for file in (*sorted(source.parent.glob("*.h")), source):
            digest.update(file.read_bytes())
        cached = self.folder / f"{digest.hexdigest()}.o"
        self.used.add(cached)
        return cached

    def remove_unused(self) -> None:
        """Remove the object files that this build has not used."""
        for file in set(self.folder.iterdir()) - self.used:
            file.unlink()


LINK_TIME_OPTION = "-flto"
PRESENTATION_PATTERN = re.compile(r"___games___\w+___(scene|narration|notation|observe|steps|move_text)(___|\.)")
"""Matches the C files of modules that show and tell a game. They handle Python objects, which compilers
can do little for, and would take as long to optimize as all other modules together."""
PRESENTATION_OPTIONS = ["-O1"]


class BuildInParallel(build_ext):
    """Compiles the C files of an extension on all cores, as this takes most of the time of a build."""

    cache: ObjectCache | None = None

    def run(self) -> None:
        """Build all extensions, reusing cached object files if a folder for them is named."""
        folder = os.environ.get(OBJECT_CACHE)
        if folder:
            self.cache = ObjectCache(Path(folder), read_compiler_version(os.environ["CC"]))
        super().run()
        if self.cache:
            self.cache.remove_unused()

    def build_extension(self, ext: Any) -> None:
        """Compile each file by itself, then link them."""
        # The largest first, so that no long one is left for the end.
        sources = sorted(ext.sources, key=lambda source: Path(source).stat().st_size, reverse=True)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = pool.map(lambda source: self.find_or_compile(source, ext), sources)
            ext.extra_objects = [*ext.extra_objects, *objects]
        ext.sources = []
        super().build_extension(ext)

    def find_or_compile(self, source: str, ext: Any) -> str:
        """Return the object file of a C file, from the cache or else compiled now."""
        options = ext.extra_compile_args
        if PRESENTATION_PATTERN.search(source):
            options = [option for option in options if option != LINK_TIME_OPTION] + PRESENTATION_OPTIONS
        cached = self.cache.object_path(Path(source), options) if self.cache else None
        if cached and cached.is_file():
            return str(cached)
        (compiled,) = self.compiler.compile(
            [source],
            output_dir=self.build_temp,
            macros=ext.define_macros,
            include_dirs=ext.include_dirs,
            extra_postargs=options,
            depends=ext.depends,
        )
        if not cached:
            return str(compiled)
        # In one step, so that an interrupted build leaves no half-written file.
        shutil.copyfile(compiled, cached.with_suffix(".new"))
        cached.with_suffix(".new").replace(cached)
        return str(cached)


FUNCTION_PATTERN = re.compile(r'CPyPy_(?P<name>\w+),\n[^"]*PyDoc_STR\("(?P<signature>[^"]*)')
CLASS_PATTERN = re.compile(r'CPyType_(?P<name>\w+)_template_ = \{[^"]*"[^"]*"[^"]*PyDoc_STR\("(?P<signature>[^"]*)')
"""Match the docstrings in a C file of mypyc, which consist of a signature alone."""


def add_docstrings(compiled: Path, source: Path) -> None:
    """Add the docstrings of a module to its C file, as mypyc leaves them out and ``help`` would show none."""
    if not compiled.is_file():  # Another version of mypyc may use another name; docstrings are not essential.
        return
    docstrings = read_docstrings(source)

    def append_docstring(match: re.Match[str]) -> str:
        # A name is module___Class___method, with as much of the module's name as it takes to be unique.
        parts = match["name"].split("___")
        method = ".".join(parts[-2:])
        return match[0] + escape_c_string(docstrings[method] if method in docstrings else docstrings.get(parts[-1], ""))

    text = compiled.read_text(encoding="utf-8")
    compiled.write_text(
        CLASS_PATTERN.sub(append_docstring, FUNCTION_PATTERN.sub(append_docstring, text)), encoding="utf-8"
    )


def read_docstrings(source: Path) -> dict[str, str]:
    """Return the docstrings of a module's classes, methods and functions, by name."""
    docstring_by_name: dict[str, str] = {}
    for node in ast.parse(source.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            docstring_by_name[node.name] = ast.get_docstring(node) or ""
            methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
            docstring_by_name |= {f"{node.name}.{each.name}": ast.get_docstring(each) or "" for each in methods}
        elif isinstance(node, ast.FunctionDef):
            docstring_by_name[node.name] = ast.get_docstring(node) or ""
    return docstring_by_name


def escape_c_string(text: str) -> str:
    """Return a text as the content of a C string literal."""
    plain = {byte for byte in range(32, 127) if chr(byte) not in '"\\?'}
    return "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in text.encode())


def can_optimize_at_link_time(command: str, scratch: Path) -> bool:
    """Return whether a compiler and its linker understand ``-flto=N``, tried on a function of one line."""
    source = scratch / "try_lto.c"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text("int answer(void) { return 42; }\n", encoding="utf-8")
    words = [
        *shlex.split(command),
        "-shared",
        "-fPIC",
        "-O3",
        "-flto=1",
        str(source),
        "-o",
        str(source.with_suffix(".so")),
    ]
    return not subprocess.run(words, capture_output=True, check=False).returncode


def compile_sources(distribution: Distribution, sources: list[Path], scratch: Path) -> Path:
    """Compile the sources as one group and return the folder that holds just the extension files."""
    from mypyc.build import mypycify

    os.environ["MYPYPATH"] = os.pathsep.join(map(str, list_source_roots()))
    extensions: list[Any] = mypycify(
        [f"--cache-dir={os.devnull}", *map(str, sources)],
        opt_level="3",
        debug_level="0",
        # A file each can be compiled on all cores; measured, games and searches are as quick as from one large file.
        multi_file=True,
        target_dir=str(scratch / "c"),
        group_name="triangulum",
    )
    for source in sources:
        module = "___".join(path_in_wheel(source).with_suffix("").parts)
        add_docstrings(scratch / "c" / f"__native_{module}.c", source)
    for extension in extensions:
        # mypyc asks for -Werror; another compiler's new warning must not decide about a build. And compilers make
        # quicker calls to functions that nobody outside the extension can put others in place of.
        extension.extra_compile_args += ["-Wno-error", "-fvisibility=hidden"]
        if can_optimize_at_link_time(os.environ["CC"], scratch):
            # Lets the compiler inline calls between modules: games and searches are 2 to 20 % quicker.
            extension.extra_compile_args += [LINK_TIME_OPTION]
            extension.extra_link_args += ["-O3", f"-flto={os.cpu_count() or 1}"]
    distribution.ext_modules = extensions
    command = BuildInParallel(distribution)
    command.build_lib = str(scratch / "lib")
    command.build_temp = str(scratch / "objects")
    command.ensure_finalized()
    command.run()
    return scratch / "lib"


def plain_manifest(why: str) -> dict[str, Any]:
    """Return the manifest of a build without extension files."""
    return {"compiled": False, "why": why, "compiler": "", "mypy": "", "sources": {}, "extensions": {}}


def build_extensions(site: Path, distribution: Distribution, scratch: Path) -> dict[str, Any]:
    """Compile all extension files into the tree of the wheel, or none, and return the manifest."""
    why = find_compile_obstacle()
    compiler = find_c_compiler()
    if why or not compiler:
        return plain_manifest(why or "")
    os.environ["CC"] = compiler
    sources = sorted(source for root in list_source_roots() for source in root.rglob("*.py") if is_compiled(source))
    try:
        lib = compile_sources(distribution, sources, scratch)
    except SystemExit as stop:
        if stop.code == 1:  # Type errors, already printed: they are ours, not the machine's.
            raise
        return plain_manifest(f"mypyc failed: look at the output of the build, then {REINSTALL_HINT}.")
    except Exception as error:
        print(f"Not compiled: {error}")
        return plain_manifest(
            f"Compiling with {compiler} failed: look at the output of the build, then {REINSTALL_HINT}."
        )
    shutil.copytree(lib, site, dirs_exist_ok=True)
    return {
        "compiled": True,
        "why": "",
        "compiler": read_compiler_version(compiler),
        "mypy": version("mypy"),
        "sources": {path_in_wheel(s).as_posix(): sha256(s.read_bytes()).hexdigest() for s in sources},
        "extensions": {f.relative_to(lib).as_posix(): f.stat().st_size for f in sorted(lib.rglob("*")) if f.is_file()},
    }


class BuildNative(build_ext):
    """The command build_ext: compiles when a wheel is built, and never into the source tree."""

    def run(self) -> None:
        """Compile, and write the manifest, which says why if nothing was compiled."""
        if self.inplace or self.editable_mode:
            print("Sources are run as plain Python: nothing is compiled into them.")
            return
        site = Path(self.build_lib)
        copy_other_packages(site)
        manifest = build_extensions(site, self.distribution, Path(SCRATCH, "native"))
        (site / "triangulum" / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


class MachineDistribution(Distribution):
    """A distribution whose wheel is for one platform, and may offer games of other projects."""

    entry_points: dict[str, list[str]]

    def parse_config_files(self, *args: Any, **options: Any) -> None:
        """Read the configuration, and add the entry points of other projects."""
        super().parse_config_files(*args, **options)
        games = [line for project in list_other_projects() for line in read_entry_points(project)]
        if games:
            self.entry_points[GAMES_GROUP] = games

    def has_ext_modules(self) -> bool:
        """Return True before it is known what will be compiled, so that `build_ext` always runs."""
        return True


SCRATCH = tempfile.mkdtemp(prefix="triangulum-build-")
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)

setup(
    distclass=MachineDistribution,
    cmdclass={"build_ext": BuildNative},
    options={"build": {"build_base": SCRATCH}, "egg_info": {"egg_base": SCRATCH}},
)
