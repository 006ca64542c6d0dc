import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { expect, test } from 'vitest';
import { othersMailed } from './with-codes.server.ts';

const order = (...tickets: { email: string; status?: string }[]) =>
  ({
    buyer: { firstName: 'Ana', lastName: 'Vidal', email: 'Ana@example.com' },
    tickets: tickets.map((one) => ({ status: 'active', ...one })),
  }) as unknown as BuyerOrder;

test.each([
  [0, 'all tickets are the buyer’s', order({ email: 'ana@example.com' }, { email: 'Ana@example.com' })],
  [
    2,
    'two have an address of their own',
    order({ email: 'ana@example.com' }, { email: 'eva@example.com' }, { email: 'leo@example.com' }),
  ],
  [0, 'who was added by hand has none', order({ email: 'ana@example.com' }, { email: '' })],
  [0, 'a cancelled ticket does not count', order({ email: 'eva@example.com', status: 'cancelled' })],
])('%s attendees got their tickets by email, too: %s', (count, _, of) => {
  expect(othersMailed(of)).toBe(count);
});
