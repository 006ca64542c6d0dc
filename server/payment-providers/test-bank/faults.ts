/**
 * Ways in which one call to the bank can fail, before its effect or after it. `timeout`: there is never an
 * answer. `disconnect`: the connection breaks. `status_500`: an error answer. `status_429`: refused, no
 * effect.
 */
export type BankFault =
  | 'timeout_before'
  | 'timeout_after'
  | 'disconnect_before'
  | 'disconnect_after'
  | 'status_500_before'
  | 'status_500_after'
  | 'status_429';

export type BankOperation =
  | 'create'
  | 'lookUp'
  | 'cancel'
  | 'refund'
  | 'lookUpRefund'
  | 'lookUpDispute'
  | 'confirm';

export type BankFaults = {
  /** Adds a fault to the queue of this operation. Each call takes one fault. */
  add(operation: BankOperation, fault: BankFault): void;
  take(operation: BankOperation): BankFault | null;
  clear(): void;
};

/** A queue of faults, one for each call, for tests. */
export function createBankFaults(): BankFaults {
  const waiting = new Map<BankOperation, BankFault[]>();
  return {
    add(operation, fault) {
      waiting.set(operation, [...(waiting.get(operation) ?? []), fault]);
    },
    take(operation) {
      return waiting.get(operation)?.shift() ?? null;
    },
    clear() {
      waiting.clear();
    },
  };
}
