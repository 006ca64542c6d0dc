import type { LinksFunction } from 'react-router';
import display from '../../../fonts/bricolage-latin.woff2?url';
import title from '../../../fonts/bricolage-title-latin.woff2?url';
import text from '../../../fonts/geist-latin.woff2?url';

const preload = (href: string) =>
  ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' }) as const;

/** The faces that every page shows at once. */
export const pageFonts = [preload(text), preload(display)];

/** The `links` of a page that shows a large title at once, or one that must not wait for its face. */
export const titleFont: LinksFunction = () => [preload(title)];
