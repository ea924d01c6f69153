"""Events by HTTP come in pages, and none is left out, however many there are."""

from pathlib import Path

import httpx

from tests.server.running_server import RunningServer, start_server
from triangulum.client import AsyncClient, my_seat
from triangulum.table import commands as ask


async def open_table_with_events(server: RunningServer, count: int) -> tuple[AsyncClient, str]:
    """Return a client and a table with so many events."""
    ann = await server.connect_guest("Ann")
    table_id = await ann.open_table("star-runners", [my_seat(), my_seat("Bob")])
    await ann.post_command(table_id, ask.Begin(id="begin"))
    await ann.post_command(table_id, ask.Play(id="play", seat=0, at=1, action="home SM"))
    for index in range(count - 2):
        await ann.post_command(table_id, ask.Say(id=f"say-{index}", preset="hello"))
    return ann, table_id


async def test_pages_have_every_event_once(tmp_path: Path) -> None:
    async with start_server(tmp_path) as server:
        ann, table_id = await open_table_with_events(server, 450)
        numbers: list[int] = []
        sizes: list[int] = []
        async with httpx.AsyncClient(base_url=server.url) as client:
            while True:
                query: dict[str, int | str] = {"after": numbers[-1] if numbers else 0, "form": "none"}
                page = (await client.get(f"/api/tables/{table_id}/events", params=query)).json()
                numbers += [event["number"] for event in page["updates"]]
                sizes.append(len(page["updates"]))
                assert page["number"] == 450
                if not page["more"]:
                    break
        assert numbers == list(range(1, 451))
        assert sizes == [200, 200, 50]
        await ann.close()


async def test_the_limit_of_a_page(tmp_path: Path) -> None:
    async with start_server(tmp_path) as server:
        ann, table_id = await open_table_with_events(server, 12)
        async with httpx.AsyncClient(base_url=f"{server.url}/api/tables/{table_id}") as client:
            for after, limit, numbers, more in (
                (0, 5, [1, 2, 3, 4, 5], True),
                (2, 10, list(range(3, 13)), False),
                (11, 1, [12], False),
                (12, 5, [], False),
                (99, 5, [], False),
            ):
                page = (await client.get("/events", params={"after": after, "limit": limit})).json()
                assert [event["number"] for event in page["updates"]] == numbers
                assert (page["number"], page["more"]) == (12, more)
            for limit in (0, 201, -1):
                assert (await client.get("/events", params={"limit": limit})).status_code == 400
        await ann.close()


async def test_pages_are_parts_of_the_whole(tmp_path: Path) -> None:
    async with start_server(tmp_path) as server:
        ann, table_id = await open_table_with_events(server, 6)
        async with httpx.AsyncClient(base_url=f"{server.url}/api/tables/{table_id}") as client:
            whole = (await client.get("/events", params={"form": "both"})).json()["updates"]
            pages = [
                (await client.get("/events", params={"form": "both", "after": after, "limit": 2})).json()["updates"]
                for after in (0, 2, 4)
            ]
        assert [event for page in pages for event in page] == whole
        await ann.close()
