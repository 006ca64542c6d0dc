import pg from 'pg';

/** The PostgreSQL error codes that the code depends on, by their names in the manual (appendix A). */
export const SQLSTATE = {
  readOnlyTransaction: '25006',
  adminShutdown: '57P01',
  crashShutdown: '57P02',
  cannotConnectNow: '57P03',
  databaseDropped: '57P04',
  idleSessionTimeout: '57P05',
  idleInTransactionSessionTimeout: '25P03',
  inFailedTransaction: '25P02',
  queryCanceled: '57014',
  lockNotAvailable: '55P03',
  deadlockDetected: '40P01',
  serializationFailure: '40001',
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  numericValueOutOfRange: '22003',
  invalidDatetimeFormat: '22007',
  datetimeFieldOverflow: '22008',
  characterNotInRepertoire: '22021',
  invalidTextRepresentation: '22P02',
  untranslatableCharacter: '22P05',
} as const;

/** The code of an error from PostgreSQL, Node.js or Fastify. Empty if the error has no code. */
export const errorCodeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether the database refused a write because of the constraint or unique index with this name. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}

const UNAVAILABLE_CODES = new Set<string>([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  SQLSTATE.adminShutdown,
  SQLSTATE.crashShutdown,
  SQLSTATE.cannotConnectNow,
  SQLSTATE.databaseDropped,
  SQLSTATE.idleSessionTimeout,
  SQLSTATE.idleInTransactionSessionTimeout,
  // A server that fails over is read-only while it restarts, and so is the one that it was before.
  SQLSTATE.readOnlyTransaction,
]);

/**
 * Whole classes of codes by how they start: connection exceptions; insufficient resources (connections, memory, disk);
 * errors of the system around the server, such as one of its files that cannot be read.
 */
const UNAVAILABLE_CLASSES = ['08', '53', '58'];

const UNAVAILABLE_MESSAGES = [
  'timeout exceeded when trying to connect',
  // What a single connection says where the pool says the words above.
  'timeout expired',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
];

/**
 * Whether the database was unreachable or disappeared. The answer is then a 503, and another try makes sense:
 * the request is not the cause.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const code = errorCodeOf(error);
  if (UNAVAILABLE_CODES.has(code)) return true;
  if (/^[0-9A-Z]{5}$/.test(code) && UNAVAILABLE_CLASSES.some((start) => code.startsWith(start))) return true;
  if (UNAVAILABLE_MESSAGES.some((message) => error.message.includes(message))) return true;
  return error.cause !== undefined && isDatabaseUnavailable(error.cause);
}
