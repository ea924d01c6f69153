"""The promises about how a game looks and where it is touched, for games that draw themselves."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from triangulum.conformance.report import Trail
from triangulum.core.game import Renderer
from triangulum.scene.difference import applied, difference
from triangulum.scene.kit import SceneError
from triangulum.scene.picture import Scene
from triangulum.scene.steps import Cycle, Gather, Pick, Step, leaves, tree


class Looks:
    """Looks at pictures and steps along one game after the other."""

    def __init__(self) -> None:
        self.last: dict[int | None, Scene] = {}

    def begin(self, trail: Trail) -> None:
        """Forget the pictures of the game before."""
        self.last = {}

    def look(self, trail: Trail, closely: bool) -> None:
        """Draw the state for every seat, and see that the mover can touch every action."""
        table = trail.setup.game.renderer
        if table is None or not closely:
            return
        for seat in (*range(trail.setup.players), None):
            self.picture(trail, table, seat)
        if trail.state.to_move >= 0:
            self.steps(trail, table)

    def look_ahead(self, trail: Trail, action: int, closely: bool) -> None:
        """Nothing to see."""

    def end(self, trail: Trail) -> None:
        """Draw the end too."""
        self.look(trail, closely=True)

    def picture(self, trail: Trail, table: Renderer, seat: int | None) -> None:
        """The picture is the view's alone, complete, and can be sent as a difference."""
        view = trail.state.view(seat)
        scene = table.scene(view)
        again = table.scene(msgspec.json.decode(msgspec.json.encode(view), type=type(view)))
        trail.expect("picture", scene == again, "equal views give different pictures")
        for pane in scene.panes:
            keys = [piece.key for piece in pane.pieces]
            trail.expect("picture", len(keys) == len(set(keys)), f"two pieces of pane {pane.name} share a key")
            missing = {piece.symbol for piece in pane.pieces} | set(pane.still)
            missing -= set(scene.kit.drawings)
            trail.expect("picture", not missing, f"the kit has no drawings {sorted(missing)}")
        before = self.last.get(seat, Scene(scene.kit))
        after = applied(before, difference(before, scene))
        trail.expect("picture", after == scene, "the difference from the last picture does not lead to this one")
        self.last[seat] = scene

    def steps(self, trail: Trail, table: Renderer) -> None:
        """Every action has its own touches, of things that are in the mover's picture."""
        state = trail.state
        view = state.view(state.to_move)
        there = {piece.key for pane in table.scene(view).panes for piece in pane.pieces}
        steps = {action: tuple(table.steps(view, action)) for action in state.legal_actions()}
        try:
            branches = tree(steps, {action: state.format_action(action) for action in steps})
        except SceneError as error:
            trail.fail("steps", str(error))
        trail.expect("steps", dict(leaves(branches)) == steps, "the tree of steps has lost an action")
        for action, path in steps.items():
            lost = [key for step in path for key in touched(step) if key not in there]
            trail.expect(
                "steps", not lost, f"{state.format_action(action)!r} touches {lost}, which the picture does not have"
            )


def touched(step: Step) -> Iterator[str]:
    """Yield the keys of the pieces that a step touches."""
    match step:
        case Pick(key=key) | Cycle(key=key):
            yield key
        case Gather(keys=keys):
            yield from keys
