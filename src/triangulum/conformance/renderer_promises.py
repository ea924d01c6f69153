"""The promises about scenes and touch steps.

A scene must be a pure function of the view, so that it can't leak and can be cached; its kit must have every drawing;
and applying its diff from the scene before must give the scene again. Every legal action must have its own touch steps,
on pieces that are in the mover's scene.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from triangulum.conformance.report import GameWalk
from triangulum.core.game import Renderer
from triangulum.scene.diff import apply_diff, diff_scenes
from triangulum.scene.kit import SceneError
from triangulum.scene.picture import Scene
from triangulum.scene.step_tree import build_step_tree, flatten_step_tree
from triangulum.scene.steps import Cycle, Gather, Pick, Press, Step


class RendererChecker:
    """Checks scenes and touch steps, for every seat and a spectator."""

    def __init__(self) -> None:
        self.last_scenes: dict[int | None, Scene] = {}

    def start_game(self, walk: GameWalk) -> None:
        """Forget the scenes of the game before."""
        self.last_scenes = {}

    def check_position(self, walk: GameWalk, in_depth: bool) -> None:
        """Check the scene of every seat, and that the mover can touch every action."""
        renderer = walk.setup.game.renderer
        if not in_depth:
            return
        for seat in (*range(walk.setup.players), None):
            self.check_scene_follows_from_view_and_diff(walk, renderer, seat)
        if walk.state.to_move >= 0:
            self.check_touch_steps_are_unique_and_in_scene(walk, renderer)

    def check_step(self, walk: GameWalk, action: int, in_depth: bool) -> None:
        """Check nothing: scenes are of positions."""

    def check_game_end(self, walk: GameWalk) -> None:
        """Check the end of a game too."""
        self.check_position(walk, in_depth=True)

    def check_scene_follows_from_view_and_diff(self, walk: GameWalk, renderer: Renderer, seat: int | None) -> None:
        """Check that a scene depends on the view alone, is complete, and follows from its diff to the last one."""
        view = walk.state.view(seat)
        scene = renderer.scene(view)
        again = renderer.scene(msgspec.json.decode(msgspec.json.encode(view), type=type(view)))
        walk.expect("picture", scene == again, "equal views give different pictures")
        for pane in scene.panes:
            keys = [piece.key for piece in pane.pieces]
            walk.expect("picture", len(keys) == len(set(keys)), f"two pieces of pane {pane.name} share a key")
            missing = {piece.symbol for piece in pane.pieces} | set(pane.still)
            missing -= set(scene.kit.drawings)
            walk.expect("picture", not missing, f"the kit has no drawings {sorted(missing)}")
        before = self.last_scenes.get(seat, Scene(scene.kit))
        after = apply_diff(before, diff_scenes(before, scene))
        walk.expect("picture", after == scene, "the difference from the last picture does not lead to this one")
        self.last_scenes[seat] = scene

    def check_touch_steps_are_unique_and_in_scene(self, walk: GameWalk, renderer: Renderer) -> None:
        """Check that every action has its own touch steps, of pieces that are in the mover's scene."""
        state = walk.state
        view = state.view(state.to_move)
        piece_keys = {piece.key for pane in renderer.scene(view).panes for piece in pane.pieces}
        steps = {action: tuple(renderer.touch_steps(view, action)) for action in state.legal_actions()}
        try:
            branches = build_step_tree(steps, {action: state.format_action(action) for action in steps})
        except SceneError as error:
            walk.fail("steps", str(error))
        walk.expect("steps", dict(flatten_step_tree(branches)) == steps, "the tree of steps has lost an action")
        for action, path in steps.items():
            blank = [step.name for step in path[:-1] if isinstance(step, Press) and not step.label]
            walk.expect("steps", not blank, f"{blank} are buttons with nothing on them, and complete no action")
            missing = [key for step in path for key in list_touched_keys(step) if key not in piece_keys]
            walk.expect(
                "steps",
                not missing,
                f"{state.format_action(action)!r} touches {missing}, which the picture does not have",
            )


def list_touched_keys(step: Step) -> Iterator[str]:
    """Yield the keys of the pieces that a step touches."""
    match step:
        case Pick(key=key) | Cycle(key=key):
            yield key
        case Gather(keys=keys):
            yield from keys
