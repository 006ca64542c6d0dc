import { type PaymentProvider, ProviderError } from '../port.ts';

/** Calls in a row that were not answered, until nobody is asked for a while. */
const OPENS_AFTER = 5;
const PAUSE_MS = 10_000;

type Guard = <T>(operation: string, call: () => Promise<T>) => Promise<T>;

/** Whether this failure says that the other side is not there: no answer at all, or a server error. */
const isAbsence = (error: unknown) =>
  error instanceof ProviderError &&
  error.kind !== 'rejected' &&
  (error.status === null || error.status >= 500);

/** Whether there was an answer, whatever it said; a refusal of our own making is none. */
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
 * A provider that is left alone for ten seconds once five calls in a row were not answered, and is then asked by one
 * call at a time until it answers. Meanwhile calls throw `unavailable` at once, so that neither buyers nor the jobs of
 * everybody else wait for time-outs: nothing was asked, and all of it is asked again later. `now`: milliseconds.
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
