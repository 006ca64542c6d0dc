import { contrast, mix, nearestPassing, READABLE } from './contrast.ts';

/** The colours of a public page, as #rrggbb. */
type PageColors = { page: string; text: string; button: string; buttonText: string };

/** The share of the text colour in the faintest texts. The page's style sheet organizer-theme.module.css uses it too. */
const FAINTEST_TEXT = 0.72;

/** The faintest text of a page: a mix of the text colour and the page colour. */
export const faintestText = ({ page, text }: Pick<PageColors, 'page' | 'text'>) =>
  mix(text, page, FAINTEST_TEXT);

/** A text colour on its background. `small` is fainter text, which the page mixes from the text and page colours. */
type Pair = 'text' | 'small' | 'button';

export type Unreadable = {
  pair: Pair;
  ratio: number;
  fix: { color: keyof PageColors; value: string } | null;
};

const ratios = (colors: PageColors): Record<Pair, number> => ({
  text: contrast(colors.text, colors.page),
  small: contrast(faintestText(colors), colors.page),
  button: contrast(colors.buttonText, colors.button),
});

/**
 * Finds the pairs of colours that are hard to read, each with the nearest colour that fixes it. The fix changes the
 * text colour, or the background if no text colour is enough. `lowest` is the smallest contrast on the page.
 */
export function readabilityOf(colors: PageColors): { lowest: number; unreadable: Unreadable[] } {
  const found = ratios(colors);
  const mend = (names: (keyof PageColors)[], pairs: Pair[]): Unreadable['fix'] => {
    for (const color of names) {
      const value = nearestPassing(colors[color], (candidate) => {
        const mended = ratios({ ...colors, [color]: candidate });
        return pairs.every((pair) => mended[pair] >= READABLE);
      });
      if (value) return { color, value };
    }
    return null;
  };
  const unreadable: Unreadable[] = [];
  if (found.text < READABLE || found.small < READABLE) {
    const pair = found.text < READABLE ? 'text' : 'small';
    unreadable.push({ pair, ratio: found[pair], fix: mend(['text', 'page'], ['text', 'small']) });
  }
  if (found.button < READABLE) {
    unreadable.push({
      pair: 'button',
      ratio: found.button,
      fix: mend(['buttonText', 'button'], ['button']),
    });
  }
  return { lowest: Math.min(...Object.values(found)), unreadable };
}

/**
 * The same colours, with text and button text brought to the nearest colours that are easy to read. On a page of middle
 * lightness no text is: there the text becomes black or white, and the page moves.
 */
export function madeReadable(colors: PageColors): PageColors {
  const { unreadable } = readabilityOf(colors);
  if (unreadable.length === 0) return colors;
  let mended = colors;
  for (const { fix } of unreadable) {
    mended = fix ? { ...mended, [fix.color]: fix.value } : { ...mended, text: farthestFrom(mended.page) };
  }
  return madeReadable(mended);
}

const farthestFrom = (color: string) =>
  contrast('#000000', color) > contrast('#ffffff', color) ? '#000000' : '#ffffff';
