"""The colours and other paints of Starry Sky Trick-Taking. The sky is a night sky on light ground too."""

from __future__ import annotations

from triangulum.scene import Colour, Gradient, Mark

COLOURS = {
    "zenith": Colour("#0d1440", "#040716"),
    "dome": Colour("#23296c", "#0d1233"),
    "dusk": Colour("#4d4591", "#231f52"),
    "haze": Colour("#8f7bd0", "#5a4c99"),
    "mist": Colour("#4a86c9", "#2a5488"),
    "dust": Colour("#dfe6ff", "#c9d3f5"),
    "grid": Colour("#b9c6ff", "#9fb0f0"),
    "hill": Colour("#161a45", "#0a0d27"),
    "hill-near": Colour("#0b0e2b", "#05071a"),
    "lamp": Colour("#ffd56a", "#ffd56a"),
    "sky-ink": Colour("#ffffff", "#f3f5ff"),
    "sky-soft": Colour("#c3ccf3", "#a9b4e2"),
    "star-core": Colour("#ffffff", "#fffdf4"),
    "star": Colour("#ffe9a8", "#ffe49a"),
    "star-rim": Colour("#f3b93f", "#eab03a"),
    "star-full": Colour("#b9bfd6", "#a4abc6"),
    "star-full-core": Colour("#e2e5f0", "#cfd4e4"),
    "star-ink": Colour("#1b1740", "#17133a"),
    "red": Colour("#ff7466", "#ff7466"),
    "red-light": Colour("#ffc2ba", "#ffc2ba"),
    "red-ink": Colour("#b3261e", "#b0241c"),
    "red-face": Colour("#fff3ea", "#f1e3d6"),
    "blue": Colour("#86d3ff", "#86d3ff"),
    "blue-light": Colour("#d8f1ff", "#d8f1ff"),
    "blue-ink": Colour("#1c4e9d", "#1a4991"),
    "blue-face": Colour("#eff6ff", "#dde5f0"),
    "white": Colour("#ffffff", "#ffffff"),
    "card-ink": Colour("#232038", "#1c1930"),
    "card-edge": Colour("#8c87a8", "#05060f"),
    "back": Colour("#2b3382", "#2f388c"),
    "back-deep": Colour("#161c52", "#191f5a"),
    "gold": Colour("#f2c14e", "#f2c14e"),
    "gold-deep": Colour("#8a5f07", "#8a5f07"),
    "desk": Colour("#efece4", "#1b202b"),
    "cloth-lit": Colour("#3a467f", "#252e5c"),
    "cloth-dim": Colour("#29325f", "#181f42"),
    "seat": Colour("#ffffff", "#2a3244"),
    "seat-turn": Colour("#fff7df", "#3a3a44"),
    "turn": Colour("#c98a00", "#ffd056"),
    "night": Colour("#0a0c1e", "#000000"),
    "rubber": Colour("#e58fa0", "#dc8798"),
    "rubber-end": Colour("#f7f3ea", "#e9e4d8"),
    "glow": Colour("#ffd34d", "#ffd34d"),
}

PAINTS = {
    "heaven": Gradient(((0.0, "zenith", 1.0), (0.6, "dome", 1.0), (1.0, "dusk", 1.0))),
    "cloud": Gradient(((0.0, "haze", 0.3), (0.5, "haze", 0.13), (1.0, "haze", 0.0)), radial=True),
    "cloud-blue": Gradient(((0.0, "mist", 0.32), (0.5, "mist", 0.14), (1.0, "mist", 0.0)), radial=True),
    "halo": Gradient(((0.0, "star", 0.85), (0.35, "star", 0.34), (0.65, "star", 0.1), (1.0, "star", 0.0)), radial=True),
    "halo-full": Gradient(((0.0, "star-full", 0.4), (0.4, "star-full", 0.16), (1.0, "star-full", 0.0)), radial=True),
    "disc": Gradient(((0.0, "star-core", 1.0), (0.55, "star-core", 1.0), (1.0, "star", 1.0)), radial=True),
    "disc-full": Gradient(((0.0, "star-full-core", 1.0), (1.0, "star-full", 1.0)), radial=True),
    "back-face": Gradient(((0.0, "back", 1.0), (1.0, "back-deep", 1.0)), turn=160.0),
    "cloth": Gradient(((0.0, "cloth-lit", 1.0), (1.0, "cloth-dim", 1.0)), radial=True),
    "spark": Gradient(((0.0, "white", 0.9), (0.3, "white", 0.35), (1.0, "white", 0.0)), radial=True),
}

MARKS = {
    "idle": Mark(opacity=0.5),
    "taker": Mark(outline="gold", width=3.4),
}
