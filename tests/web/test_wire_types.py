"""The client's types of what is on the wire are those of the server's structs."""

import msgspec

from tools.wire_types import TYPES_FILE, TypeWriter, build_wire_types, collect_structs
from triangulum.scene.steps import Branch
from triangulum.table.messages import PROTOCOL_VERSION


def test_the_types_file_is_up_to_date() -> None:
    written = TYPES_FILE.read_text(encoding="utf-8")
    assert written == build_wire_types(), "the structs on the wire have changed: run `make types`"


def test_the_browser_client_speaks_the_servers_version() -> None:
    script = (TYPES_FILE.parent / "static" / "table" / "socket.js").read_text(encoding="utf-8")
    assert f"const PROTOCOL_VERSION = {PROTOCOL_VERSION};\n" in script


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    """Sent in both directions."""

    size: int = 3


class Answer(msgspec.Struct, tag_field="is", tag="answer", omit_defaults=True):
    """Sent by the server."""

    inner: Inner
    rows: tuple[tuple[int, str], ...]
    name: str | None = None
    """Who has asked."""


class Question(msgspec.Struct, tag_field="do", tag="ask", forbid_unknown_fields=True):
    """Sent by a client."""

    inner: Inner
    count: int = 1
    value: int | str | None = None


def write_types(*structs: type[msgspec.Struct]) -> str:
    """Return structs as TypeScript, as if a module defined just these."""
    writer = TypeWriter([])
    writer.sent_by_client = collect_structs(s for s in structs if s.__struct_config__.forbid_unknown_fields)
    writer.sent_by_server = collect_structs(s for s in structs if not s.__struct_config__.forbid_unknown_fields)
    return writer.write()


def test_what_a_sender_may_leave_out_is_optional() -> None:
    text = write_types(Answer, Question)
    assert '  is: "answer";\n  inner: Inner;\n  rows: [number, string][];\n' in text
    assert "  /** Who has asked. */\n  name?: string;\n" in text, "None is the default, so it is never sent"
    assert "  count?: number;\n  value?: number | string | null;\n" in text
    assert "  inner: Partial<Inner>;\n" in text, "from a client, the defaults of a struct may be missing"
    assert "  size: number;\n" in text, "from the server, they are there"


def test_a_tree_of_structs_refers_to_itself() -> None:
    text = write_types(Branch)
    assert "  step: Pick | Gather | Cycle | Press | Confirm;\n  then?: Branch[];\n  action?: number;\n" in text
