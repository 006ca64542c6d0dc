import { contrast, luminance, mix, READABLE } from './contrast.ts';

export type PageColors = { page: string; text: string; button: string; buttonText: string };

/** How much of the text colour is in the fainter texts; organizer-theme.module.css mixes them by the same shares. */
const FAINTEST_TEXT = 0.72;
const FAINTEST_TEXT_ON_COVER = 0.84;

/** The schemes of a visitor where the organizer has no colours, for what is reckoned from colours. */
const SCHEMES = [
  { page: '#faf8f5', text: '#1c1815' },
  { page: '#151210', text: '#f4efe9' },
];

/** Whether a page is drawn as a dark one. */
export const isDarkPage = (page: string) => luminance(page) < 0.18;

/** The faintest text of a page, mixed from text over page. */
export const faintestText = ({ page, text }: Pick<PageColors, 'page' | 'text'>) =>
  mix(text, page, FAINTEST_TEXT);

const LEAST_VEIL = 0.66;
const MOST_VEIL = 0.96;

/**
 * How much of the page's colour must lie over a blurred cover so that all text stays readable whatever the cover
 * shows, black and white included. In percent.
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
