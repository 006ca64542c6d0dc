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

test.each([
  ['25006', 'cannot execute INSERT in a read-only transaction'],
  ['25P03', 'terminating connection due to idle-in-transaction timeout'],
  ['53100', 'could not extend file: No space left on device'],
  ['53200', 'out of memory'],
  ['53300', 'sorry, too many clients already'],
  ['57P01', 'terminating connection due to administrator command'],
  ['57P02', 'terminating connection because of crash of another server process'],
  ['57P03', 'the database system is starting up'],
  ['57P04', 'database was dropped'],
  ['58030', 'could not read file: Input/output error'],
  ['08006', 'connection failure'],
  ['ECONNREFUSED', 'connect ECONNREFUSED'],
  ['', 'timeout expired'],
  ['', 'timeout exceeded when trying to connect'],
  ['', 'Connection terminated unexpectedly'],
])('a database that is away (%s %s) is told as such', (code, message) => {
  const lost = Object.assign(new Error(message), code && { code });
  expect(toAppError(lost)).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 });
  expect(toAppError(new Error('a migration failed', { cause: lost })).code).toBe('UNAVAILABLE');
});

test('a mistake of ours is not taken for a database that is away', () => {
  for (const code of ['42601', '23505', '42P01', '5EC'])
    expect(toAppError(Object.assign(new Error('wrong'), { code })).code).toBe('INTERNAL');
});
