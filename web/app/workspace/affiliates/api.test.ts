import { expect, test } from 'vitest';
import { hintOf } from './api.ts';

test('the address of a new affiliate has no English word in it', () => {
  expect(hintOf('/event/7/marea', '')).toBe('/event/7/marea?aff=…');
  expect(hintOf('/event/7/marea', 'LUCIA')).toBe('/event/7/marea?aff=LUCIA');
});
