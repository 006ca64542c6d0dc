"""Makes the three static faces of the PDF tickets from the variable fonts of the npm packages.

pdfkit cannot set variable WOFF2 fonts. Needs fonttools and brotli; run in the root of the repository
when a font package changes: python3 documents/fonts/make-fonts.py
"""

import os
import tempfile

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

SOURCES = "node_modules/@fontsource-variable/"
TARGET = "documents/fonts/"


def static_part(source, axes, path):
    font = TTFont(source)
    font.flavor = None
    font = instancer.instantiateVariableFont(font, axes)
    options = Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl"]
    options.hinting = False
    options.glyph_names = False
    options.name_IDs = ["*"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=list(font.getBestCmap()))
    subsetter.subset(font)
    for table in ("STAT", "DSIG", "gasp", "prep"):
        if table in font:
            del font[table]
    font.save(path)


def make(target, sources, axes, family, style):
    with tempfile.TemporaryDirectory() as folder:
        parts = []
        for index, source in enumerate(sources):
            parts.append(os.path.join(folder, f"{index}.ttf"))
            static_part(source, axes, parts[-1])
        font = Merger().merge(parts)
    names = font["name"]
    # Copyright and licence stay; the family is renamed, since this is a modified version.
    names.names = [record for record in names.names if record.nameID in (0, 13, 14)]
    postscript = f"{family}-{style}".replace(" ", "")
    for identifier, value in ((1, f"{family} {style}"), (2, "Regular"), (3, postscript), (4, f"{family} {style}"), (6, postscript)):
        names.setName(value, identifier, 3, 1, 0x409)
    font.save(TARGET + target)


def display(subset):
    return f"{SOURCES}bricolage-grotesque/files/bricolage-grotesque-{subset}-standard-normal.woff2"


def text(subset):
    return f"{SOURCES}geist/files/geist-{subset}-wght-normal.woff2"


make(
    "bricolage-grotesque-condensed-bold.ttf",
    [display(subset) for subset in ("latin", "latin-ext", "vietnamese")],
    {"wght": 700, "wdth": 80, "opsz": 48},
    "Entrada Display",
    "CondensedBold",
)
for weight, style in ((400, "Regular"), (600, "SemiBold")):
    make(
        f"geist-{style.lower()}.ttf",
        [text(subset) for subset in ("latin", "latin-ext", "vietnamese", "cyrillic", "cyrillic-ext")],
        {"wght": weight},
        "Entrada Text",
        style,
    )
