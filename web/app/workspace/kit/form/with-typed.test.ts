import { expect, it } from 'vitest';
import { withTyped } from './with-typed.ts';

it('takes what was saved, and keeps what was typed while it was', () => {
  const sent = { name: ' Marea ', city: 'Vigo', tags: ['a'] };
  const saved = { name: 'Marea', city: 'Vigo', tags: ['a'] };
  expect(withTyped(saved, { sent, current: sent })).toEqual(saved);
  const current = { ...sent, city: 'Lugo', tags: ['a', 'b'] };
  expect(withTyped(saved, { sent, current })).toEqual({ name: 'Marea', city: 'Lugo', tags: ['a', 'b'] });
});
