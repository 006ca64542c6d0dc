import { expect, test } from 'vitest';
import { withoutDone } from './address.ts';

test.each([
  ['', null],
  ['?tickets=2', null],
  ['?change=pass-on&ticket=A-1', null],
  ['?done=pass-on&ticket=A-1', '/order/7/o_x#own'],
  ['?done=send-again&ticket=A-1&tickets=2', '/order/7/o_x?tickets=2#own'],
  ['?done=anything', '/order/7/o_x#own'],
])('the address %j, once read, becomes %j', (search, expected) => {
  expect(withoutDone({ pathname: '/order/7/o_x', search, hash: '#own' })).toBe(expected);
});
