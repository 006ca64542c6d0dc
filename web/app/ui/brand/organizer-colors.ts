import type { PageColors } from '@entrada/contract/catalog/designs';
import { contrast, luminance, mix, READABLE } from '@entrada/contract/colors/contrast';

/** The share of the text colour in the fainter texts over a cover. organizer-theme.module.css uses the same share. */
const FAINTEST_TEXT_ON_COVER = 0.84;

/** The default light and dark colours, for calculations if the organizer has no colours. */
const SCHEMES = [
  { page: '#faf8f5', text: '#1c1815' },
  { page: '#151210', text: '#f4efe9' },
];

/** Whether a page counts as dark. */
export const isDarkPage = (page: string) => luminance(page) < 0.18;

const LEAST_VEIL = 0.66;
const MOST_VEIL = 0.96;

/**
 * How much of the page's colour must cover a blurred picture so that all text stays readable. It is enough for
 * every picture, black and white included. In percent.
 */
export function veilPercent(colors: PageColors | null): number {
  const needed = (colors ? [colors] : SCHEMES).map(({ page, text }) => {
    const faint = mix(text, page, FAINTEST_TEXT_ON_COVER);
    for (let veil = LEAST_VEIL; veil < MOST_VEIL; veil += 0.02) {
      if (['#000000', '#ffffff'].every((end) => contrast(faint, mix(page, end, veil)) >= READABLE))
        return veil;
    }
    return MOST_VEIL;
  });
  return Math.round(Math.max(...needed) * 100);
}
