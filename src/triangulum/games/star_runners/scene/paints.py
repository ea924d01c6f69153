"""The colours, gradients, patterns and marks of Star Runners. The map is a night sky on light ground too."""

from __future__ import annotations

from triangulum.scene import Colour, Gradient, Mark, Pattern

COLOURS = {
    "zenith": Colour("#1b2350", "#060918"),
    "horizon": Colour("#51427f", "#1a1a40"),
    "haze": Colour("#8d5fa0", "#49306e"),
    "mist": Colour("#3f78ad", "#1d4468"),
    "lane": Colour("#c9d4ff", "#a9b6ea"),
    "name": Colour("#e6ebff", "#cfd6f2"),
    "spark": Colour("#ffffff", "#ffffff"),
    "star": Colour("#fff4cf", "#fff1c4"),
    "star-lit": Colour("#ffe192", "#ffdc85"),
    "star-dim": Colour("#c9963c", "#bd8b34"),
    "star-pip": Colour("#4a3208", "#3f2a06"),
    "pool": Colour("#9fe8df", "#7fd8d0"),
    "ember": Colour("#ffa173", "#ff9a6a"),
    "ember-lit": Colour("#ffcfae", "#ffc7a3"),
    "ember-dim": Colour("#d2582c", "#cb5327"),
    "ember-line": Colour("#ffe7d8", "#ffdcc8"),
    "ember-pip": Colour("#3d1305", "#371104"),
    "tide": Colour("#13687f", "#115f75"),
    "tide-lit": Colour("#2c93a8", "#27889d"),
    "tide-dim": Colour("#083a4c", "#073545"),
    "tide-line": Colour("#8deefa", "#84e6f3"),
    "tide-pip": Colour("#f2feff", "#ecfdff"),
    "held": Colour("#ff4d6d", "#ff4d6d"),
    "badge": Colour("#ffffff", "#f6f8ff"),
    "badge-line": Colour("#0e4f3a", "#0b4331"),
    "desk": Colour("#efece4", "#1b202b"),
    "seat": Colour("#ffffff", "#2a3244"),
    "ivory": Colour("#fffdf6", "#f4efe2"),
    "ivory-dim": Colour("#e6dfcd", "#cfc7b3"),
    "die-pip": Colour("#2a2620", "#221f1a"),
    "point": Colour("#f0b429", "#ffcf5c"),
    "point-line": Colour("#8a5a00", "#8a6410"),
}

PAINTS: dict[str, Gradient | Pattern] = {
    "sky": Gradient(((0.0, "zenith", 1.0), (1.0, "horizon", 1.0))),
    "cloud": Gradient(((0.0, "haze", 0.5), (1.0, "haze", 0.0)), radial=True),
    "river": Gradient(((0.0, "mist", 0.5), (1.0, "mist", 0.0)), radial=True),
    "star-face": Gradient(((0.0, "star", 1.0), (1.0, "star-lit", 1.0))),
    "shine": Gradient(((0.0, "star", 0.7), (0.35, "star-lit", 0.26), (1.0, "star-lit", 0.0)), radial=True),
    "well": Gradient(((0.0, "pool", 0.5), (0.5, "pool", 0.14), (1.0, "pool", 0.0)), radial=True),
    "ivory-face": Gradient(((0.0, "ivory", 1.0), (1.0, "ivory-dim", 1.0))),
    "ember-base": Pattern("hatch", "ember-dim", ground="ember-lit", step=4.0, width=1.8, turn=90.0),
    "tide-base": Pattern("dots", "tide-line", ground="tide-dim", step=4.6, width=1.2, turn=0.0),
}

MARKS = {"glow": Mark(glow="glow", width=5.0), "lesser": Mark(opacity=0.5), "taken": Mark(opacity=0.25)}
