import { expect, test } from 'vitest';
import { addressLine } from './address.ts';

const spanish = {
  addressLine1: 'Moll de la Duana',
  addressLine2: '',
  postalCode: '46024',
  city: 'València',
  region: 'València',
  country: 'ES',
};
const none = { addressLine1: '', addressLine2: '', postalCode: '', city: '', region: '', country: '' };

test.each([
  ['en', 'Moll de la Duana, 46024 València, Spain'],
  ['pt', 'Moll de la Duana, 46024 València, Espanha'],
  ['zh-cn', 'Moll de la Duana，46024 València，西班牙'],
])('an address in %s', (locale, expected) => {
  expect(addressLine(spanish, locale)).toBe(expected);
  expect(addressLine(none, locale)).toBe('');
});

test('a region that is not the city is named, and Portugal has names of its own', () => {
  expect(addressLine({ ...none, city: 'Praha', region: 'Bohemia', country: 'CZ' }, 'pt')).toBe(
    'Praha, Bohemia, Chéquia',
  );
});
