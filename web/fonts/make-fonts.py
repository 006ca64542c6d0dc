"""Cuts the faces of the pages out of the variable fonts of the npm packages (docs/decisions/036-weight.md).

Needs fonttools and brotli; run in the root of the repository when a font package changes:
python3 web/fonts/make-fonts.py
It also prints the figures of the stand-in faces in web/app/platform/styles/fonts.css. The licences (SIL Open
Font License 1.1) are in documents/fonts.
"""

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

SOURCES = "node_modules/@fontsource-variable/"
TARGET = "web/fonts/"


def span(first, last):
    return list(range(first, last + 1))


# The languages of the interface and the rest of western Europe, with quotes, dashes, arrows and signs of money.
LATIN = (
    span(0x20, 0x7E) + span(0xA0, 0xFF) + [0x131, 0x152, 0x153, 0x178, 0x1E9E]
    + [0x2C6, 0x2DA, 0x2DC] + span(0x2000, 0x206F)
    + [0x20AC, 0x2122, 0x2191, 0x2193, 0x2212, 0x2215]
)
# Names from the rest of Europe, and the other signs of money.
EXTENDED = [
    code
    for code in span(0x100, 0x2BA) + span(0x1E00, 0x1E9F) + span(0x20A0, 0x20C0)
    if code not in LATIN
]

BRICOLAGE = "bricolage-grotesque/files/bricolage-grotesque-{}-standard-normal.woff2"
GEIST = "geist/files/geist-{}-wght-normal.woff2"
# A title is set at 42 to 64 px, everything else in the display face at 19 to 40 px. The optical size lies between.
FACES = {
    "bricolage-title": (BRICOLAGE, {"wght": 700, "wdth": 80, "opsz": 48}),
    "bricolage": (BRICOLAGE, {"wght": 700, "wdth": 84, "opsz": 28}),
    "geist": (GEIST, {"wght": (400, 700)}),
}
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum", "liga", "rvrn", "rclt"]


def cut(source, axes, codes):
    font = TTFont(SOURCES + source)
    options = Options()
    options.layout_features = FEATURES
    options.hinting = False
    options.glyph_names = False
    # The box of a character that no font of the machine has.
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 4, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    font = instancer.instantiateVariableFont(font, axes)
    font.flavor = "woff2"
    return font


# How often letters appear in English text, by the thousand, and how wide they are in Arial and Arial Bold.
LETTERS = {
    " ": (190, 278, 278), "e": (103, 556, 556), "t": (73, 278, 333), "a": (66, 556, 556), "o": (61, 556, 611),
    "i": (57, 222, 278), "n": (55, 556, 611), "s": (51, 500, 556), "h": (49, 556, 611), "r": (48, 333, 389),
    "d": (34, 556, 611), "l": (33, 222, 278), "c": (23, 500, 556), "u": (22, 556, 611), "m": (19, 833, 889),
    "w": (19, 722, 778), "f": (18, 278, 333), "g": (16, 556, 611), "y": (16, 500, 556), "p": (15, 556, 611),
    "b": (12, 556, 611), "v": (8, 500, 556), "k": (6, 500, 556),
}


def stand_in(name, font):
    """How Arial is scaled to take the room of a face of ours, until that has loaded. Roboto is as wide as Arial."""
    widths, names, units = font["hmtx"], font.getBestCmap(), font["head"].unitsPerEm
    ours = sum(share * widths[names[ord(letter)]][0] / units for letter, (share, *_) in LETTERS.items())
    arial = sum(row[0] * row[1 if name == "geist" else 2] / 1000 for row in LETTERS.values())
    scale = ours / arial
    metrics = {
        "ascent-override": font["hhea"].ascent / units / scale,
        "descent-override": -font["hhea"].descent / units / scale,
        "line-gap-override": font["hhea"].lineGap / units / scale,
    }
    print(f"  size-adjust: {scale:.1%};", *(f"{key}: {value:.1%};" for key, value in metrics.items()))


for name, (source, axes) in FACES.items():
    for part, codes in (("latin", LATIN), ("latin-ext", EXTENDED)):
        font = cut(source.format(part), axes, codes)
        path = f"{TARGET}{name}-{part}.woff2"
        font.save(path)
        print(path, f"{len(open(path, 'rb').read())} bytes, {len(font.getBestCmap())} characters")
        if part == "latin":
            stand_in(name, font)
