import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LIMITS } from './constants.ts';
import { chosenRows, namesRows } from './list.ts';

const body = z.strictObject(chosenRows).refine(...namesRows);
const many = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('a body about chosen rows', () => {
  it.each([
    { ids: [1] },
    { ids: many(LIMITS.selectedRows) },
    { except: [] },
    { except: many(LIMITS.selectedRows) },
  ])('names them %#', (given) => {
    expect(body.safeParse(given).success).toBe(true);
  });

  it.each([
    {},
    { ids: [] },
    { ids: [1], except: [2] },
    { ids: [0] },
    { ids: many(LIMITS.selectedRows + 1) },
    { except: many(LIMITS.selectedRows + 1) },
  ])('is refused where it names none, too many, or both ways %#', (given) => {
    expect(body.safeParse(given).success).toBe(false);
  });
});
