// Colours are #rrggbb in this file.

/** The contrast that WCAG 2.2 AA requires for text. */
export const READABLE = 4.5;

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

const linear = (value: number) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** Relative luminance as WCAG defines it, 0 for black to 1 for white. */
export function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours as WCAG defines it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes `share` of one colour over another, like `color-mix(in srgb, ...)`. */
export function mix(color: string, over: string, share: number): string {
  const below = channels(over);
  const mixed = channels(color).map((value, at) =>
    Math.round(value * share + (below[at] ?? 0) * (1 - share)),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const STEPS = 200;

/** Darkens or lightens `color` until it passes, and answers the nearest colour. Null if none passes. */
export function nearestPassing(color: string, passes: (candidate: string) => boolean): string | null {
  for (let step = 0; step <= STEPS; step += 1) {
    const share = 1 - step / STEPS;
    const found = ['#000000', '#ffffff'].map((end) => mix(color, end, share)).find(passes);
    if (found) return found;
  }
  return null;
}
