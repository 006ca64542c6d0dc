import { type PaymentProvider, ProviderError } from '../port.ts';

/** After this many unanswered calls in a row, the provider is not called for a while. */
const OPENS_AFTER = 5;
const PAUSE_MS = 10_000;

type Guard = <T>(operation: string, call: () => Promise<T>) => Promise<T>;

/** Whether this failure means that the provider is down: no answer, or a server error. */
const isAbsence = (error: unknown) =>
  error instanceof ProviderError &&
  error.kind !== 'rejected' &&
  (error.status === null || error.status >= 500);

/** Whether the provider answered, with any result. A refusal by Entrada itself is not an answer. */
const isAnswer = (error: unknown) =>
  error instanceof ProviderError && error.status !== null && error.status < 500;

function createGuard(provider: PaymentProvider['name'], now: () => number): Guard {
  let failures = 0;
  let askAgainAt = 0;
  let isProbing = false;
  return async (operation, call) => {
    const isOpen = failures >= OPENS_AFTER;
    const waitMs = askAgainAt - now();
    if (isOpen && (isProbing || waitMs > 0)) {
      throw new ProviderError(
        'unavailable',
        `${provider} has not answered lately: not asked for ${operation}`,
        {
          provider,
          operation,
          retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
        },
      );
    }
    if (isOpen) isProbing = true;
    try {
      const result = await call();
      failures = 0;
      return result;
    } catch (error) {
      if (isAnswer(error)) failures = 0;
      if (isAbsence(error)) {
        failures += 1;
        askAgainAt = now() + PAUSE_MS;
      }
      throw error;
    } finally {
      if (isOpen) isProbing = false;
    }
  };
}

/**
 * Stops calling a provider for ten seconds after five unanswered calls in a row. After that only one call at
 * a time is sent, until the provider answers. All other calls throw `unavailable` immediately, so that
 * neither buyers nor the jobs of other organizers wait for time-outs. These calls never reached the provider,
 * and callers repeat them later. `now`: milliseconds.
 */
export function withBreaker(
  provider: PaymentProvider,
  now: () => number = () => performance.now(),
): PaymentProvider {
  const guard = createGuard(provider.name, now);
  const { connect } = provider;
  return {
    ...provider,
    createPayment: (input) => guard('createPayment', () => provider.createPayment(input)),
    lookUp: (input) => guard('lookUp', () => provider.lookUp(input)),
    cancel: (input) => guard('cancel', () => provider.cancel(input)),
    refund: (input) => guard('refund', () => provider.refund(input)),
    lookUpRefund: (input) => guard('lookUpRefund', () => provider.lookUpRefund(input)),
    lookUpDispute: (input) => guard('lookUpDispute', () => provider.lookUpDispute(input)),
    connect: connect && {
      ...connect,
      begin: (input) => guard('connect.begin', () => connect.begin(input)),
      lookUp: (input) => guard('connect.lookUp', () => connect.lookUp(input)),
    },
  };
}
