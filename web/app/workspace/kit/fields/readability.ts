import type { PageColors } from '@entrada/contract/catalog/designs';
import { contrast, nearestPassing, READABLE } from '../../../ui/brand/contrast.ts';
import { faintestText } from '../../../ui/brand/organizer-colors.ts';
import type { ColorName } from './colors.ts';

/** A text colour on its background. `small` is fainter text, which the page mixes from the text and page colours. */
type Pair = 'text' | 'small' | 'button';

export type Unreadable = { pair: Pair; ratio: number; fix: { color: ColorName; value: string } | null };

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
  const mend = (names: ColorName[], pairs: Pair[]): Unreadable['fix'] => {
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
