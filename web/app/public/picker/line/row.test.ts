import { expect, test, vi } from 'vitest';
import type { TicketRowProps } from './props.ts';
import { isSameRow } from './row.tsx';

const ticket = { id: 1, prices: [{ id: 11 }, { id: 12 }] } as TicketRowProps['ticket'];
const props: TicketRowProps = {
  event: { id: 7 } as TicketRowProps['event'],
  ticket,
  selection: { 11: '2' },
  problems: {},
  refusal: null,
  onChange: vi.fn(),
};

test('what another ticket has chosen draws no row again', () => {
  expect(
    isSameRow(props, { ...props, selection: { 11: '2', 99: '1' }, problems: { 99: 'invalid_quantity' } }),
  ).toBe(true);
});

test.each([
  ['an own quantity', { selection: { 11: '3' } }],
  ['the quantity of another own price, which limits it', { selection: { 11: '2', 12: '1' } }],
  ['an own problem', { problems: { 12: 'invalid_quantity' } }],
  ['a refusal', { refusal: { code: 'SOLD_OUT', priceId: 99, figures: {} } }],
  ['newer figures of the event', { event: { id: 7 } }],
  ['another way to change it', { onChange: () => undefined }],
] as [string, Partial<TicketRowProps>][])('%s draws the row again', (_, change) => {
  expect(isSameRow(props, { ...props, ...change })).toBe(false);
});
