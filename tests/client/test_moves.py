"""The tree of touches that a server sends, as a list of legal moves."""

from triangulum.client import LegalMove, flatten_move_tree
from triangulum.scene.steps import Branch, Pick, Press


def test_every_end_of_the_tree_is_a_move_with_the_touches_that_lead_to_it() -> None:
    ship, star, edge, done = Pick("ship"), Pick("star"), Pick("edge"), Press("done", "done")
    tree = (
        Branch(ship, then=(Branch(star, action=9, text="La1"), Branch(edge, action=11, text="LW"))),
        Branch(done, action=0, text="done"),
    )
    assert flatten_move_tree(tree) == [
        LegalMove(9, "La1", (ship, star)),
        LegalMove(11, "LW", (ship, edge)),
        LegalMove(0, "done", (done,)),
    ]


def test_an_empty_tree_has_no_moves() -> None:
    assert flatten_move_tree(()) == []
