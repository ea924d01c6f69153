"""Colours, gradients and marks of the picture of Tri-Trac."""

from triangulum.scene import Colour, Gradient, Mark

COLOURS = {
    "cloth-top": Colour("#7fa3a8", "#22343b"),
    "cloth-low": Colour("#557c86", "#162329"),
    "night": Colour("#10181b", "#000000"),
    "umber": Colour("#4a2408", "#3a1c06"),
    "plastic": Colour("#ffffff", "#d5d1c8"),
    "plastic-mid": Colour("#f1eee7", "#bab5aa"),
    "plastic-dim": Colour("#cfc9bd", "#8d887e"),
    "field": Colour("#a8744a", "#85593a"),
    "field-lit": Colour("#c08c5f", "#9a6b48"),
    "field-dim": Colour("#6e4526", "#51331d"),
    "floor": Colour("#8a5b37", "#68442a"),
    "floor-lit": Colour("#bb8a60", "#94683f"),
    "floor-mid": Colour("#7b4f2e", "#5c3b23"),
    "floor-dim": Colour("#5f3a1f", "#432814"),
    "name": Colour("#e3c3a1", "#c9a27b"),
    "tile-name": Colour("#a79c95", "#9a8f88"),
    "tile-face": Colour("#3b3230", "#2e2725"),
    "tile-lit": Colour("#857871", "#72665f"),
    "tile-mid": Colour("#5a4e49", "#4a403c"),
    "tile-dim": Colour("#231c1a", "#191413"),
    "tile-edge": Colour("#15100f", "#0c0908"),
    "neutral": Colour("#fdfdfa", "#f2f1ec"),
    "neutral-line": Colour("#7d848c", "#6f767e"),
    "orange": Colour("#f26a1b", "#f0691c"),
    "orange-line": Colour("#8a2c00", "#842a00"),
    "yellow": Colour("#ffd338", "#fbcf36"),
    "yellow-line": Colour("#6e5200", "#664b00"),
    "wood-dark": Colour("#6b3d1c", "#5d3416"),
    "wood-dark-lit": Colour("#8d5a31", "#7b4c28"),
    "wood-dark-grain": Colour("#42220b", "#371b08"),
    "wood-light": Colour("#d8a865", "#c79858"),
    "wood-light-lit": Colour("#efcb92", "#ddb67c"),
    "wood-light-grain": Colour("#9c6c30", "#87591f"),
    "trail": Colour("#35e3d0", "#35e3d0"),
    "beam": Colour("#fffbe0", "#fffbe0"),
    "glow": Colour("#ffe14a", "#ffe14a"),
    "desk": Colour("#efece4", "#1b202b"),
    "seat": Colour("#ffffff", "#2a3244"),
    "lamp": Colour("#2b8f86", "#35e3d0"),
    "tray": Colour("#e2d8c9", "#3a2f29"),
}

PAINTS: dict[str, Gradient] = {
    "cloth": Gradient(((0.0, "cloth-top", 1.0), (1.0, "cloth-low", 1.0)), turn=150.0),
    "plastic-face": Gradient(((0.0, "plastic", 1.0), (0.6, "plastic", 1.0), (1.0, "plastic-mid", 1.0)), turn=150.0),
    "plastic-edge": Gradient(((0.0, "plastic", 1.0), (1.0, "plastic-dim", 1.0)), turn=150.0),
    "plastic-hollow": Gradient(((0.0, "plastic-dim", 1.0), (1.0, "plastic", 1.0)), turn=150.0),
    "shadow": Gradient(((0.0, "night", 0.8), (0.9, "night", 0.6), (1.0, "night", 0.0)), radial=True),
    "wood-dark-face": Gradient(((0.0, "wood-dark-lit", 1.0), (1.0, "wood-dark", 1.0)), turn=150.0),
    "wood-light-face": Gradient(((0.0, "wood-light-lit", 1.0), (1.0, "wood-light", 1.0)), turn=150.0),
}

MARKS = {"glow": Mark(glow="glow", width=9.0)}
