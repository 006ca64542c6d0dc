import { createAffiliate } from '@entrada/contract/catalog/affiliates';
import { LIMITS } from '@entrada/contract/constants';
import { describe, expect, test } from 'vitest';
import { suggestedCode } from './suggested-code.ts';

const none = new Set<string>();

describe('a code from a name', () => {
  test.each([
    ['Radio Sol', 'radio-sol'],
    ['  Müller & Söhne, Straße 4 ', 'muller-sohne-strasse-4'],
    ['L’Année Lumière', 'lannee-lumiere'],
    ['Al', 'partner-al'],
    ['七夕电台', 'partner'],
    ['', 'partner'],
    ['x'.repeat(150), 'x'.repeat(LIMITS.promoCodeMax)],
  ])('%j: %s', (name, code) => {
    expect(suggestedCode(name, none)).toBe(code);
  });

  test('one that is taken gets the first free number, also where the code is as long as it may be', () => {
    expect(suggestedCode('Radio Sol', new Set(['radio-sol', 'radio-sol-2', 'radio-sol-4']))).toBe(
      'radio-sol-3',
    );
    const long = 'x'.repeat(LIMITS.promoCodeMax);
    const next = suggestedCode(long, new Set([long]));
    expect(next).toBe(`${'x'.repeat(LIMITS.promoCodeMax - 2)}-2`);
  });

  test('every suggestion is a code that the endpoint takes', () => {
    for (const name of ['Radio Sol', 'Al', '七夕电台', '---', 'x'.repeat(150), `${'ab '.repeat(50)}`]) {
      const code = suggestedCode(name, new Set([suggestedCode(name, none)]));
      const body = { code, name: 'Somebody', email: '', status: 'active' };
      expect(createAffiliate.body.safeParse(body).success, code).toBe(true);
    }
  });
});
