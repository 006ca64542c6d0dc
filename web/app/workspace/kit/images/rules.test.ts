import { describe, expect, test } from 'vitest';
import { centredCrop, hasAspect, imageRules, toPercent, toPixels } from './rules.ts';

const { min } = imageRules.EVENT_COVER;

describe('parts of a picture', () => {
  test.each([
    [
      { width: 2000, height: 2000 },
      { x: 0, y: 500, width: 2000, height: 1000 },
    ],
    [
      { width: 4000, height: 1000 },
      { x: 1000, y: 0, width: 2000, height: 1000 },
    ],
    [{ width: 2160, height: 1080 }, null],
    [{ width: 601, height: 301 }, null],
  ])('the middle of %o for a cover is %o', (whole, crop) => {
    expect(toPixels(centredCrop(whole, 2), whole, min)).toEqual(crop);
  });

  test('a part stays within the picture and above the least size, however it was rounded', () => {
    const whole = { width: 1001, height: 667 };
    const small = { unit: '%', x: 59.9, y: 80, width: 1, height: 1 } as const;
    expect(toPixels(small, whole, min)).toEqual({ x: 401, y: 367, width: 600, height: 300 });
    const over = { unit: '%', x: 0.04, y: 0.04, width: 99.99, height: 99.99 } as const;
    expect(toPixels(over, whole, min)).toBeNull();
  });

  test('there and back is the same part', () => {
    const whole = { width: 3999, height: 2777 };
    const crop = { x: 123, y: 45, width: 1777, height: 901 };
    expect(toPixels(toPercent(crop, whole), whole, min)).toEqual(crop);
    expect(toPixels(toPercent(null, whole), whole, min)).toBeNull();
  });

  test('a shape is recognized although pixels are whole', () => {
    const whole = { width: 1001, height: 1001 };
    expect(hasAspect(toPercent({ x: 0, y: 0, width: 1001, height: 500 }, whole), whole, 2)).toBe(true);
    expect(hasAspect(toPercent({ x: 0, y: 0, width: 1001, height: 600 }, whole), whole, 2)).toBe(false);
  });
});
