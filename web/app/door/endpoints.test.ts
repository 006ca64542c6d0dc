import * as contract from '@entrada/contract/door/check-in';
import { expect, test } from 'vitest';
import { checkIn, getDoor, listGuests, undoCheckIn } from './endpoints.ts';

test.each([
  [getDoor, contract.getDoor],
  [listGuests, contract.listGuests],
  [checkIn, contract.checkIn],
  [undoCheckIn, contract.undoCheckIn],
])('%o is a call of the contract', (call, { method, path }) => {
  expect(call).toEqual({ method, path });
});
