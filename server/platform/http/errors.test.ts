import { expect, test } from 'vitest';
import { toAppError } from './errors.ts';

test('a caller who hangs up is not taken for a lost database', () => {
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  const gone = Object.assign(new Error('aborted'), { code: 'ECONNRESET', statusCode: 400 });
  expect(toAppError(lost)).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 });
  expect(toAppError(gone).code).toBe('MALFORMED_REQUEST');
});

test.each(['40P01', '40001', '55P03'])('a transaction that lost by %s may be tried again at once', (code) => {
  const lost = Object.assign(new Error('rolled back'), { code });
  expect(toAppError(lost)).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
});
