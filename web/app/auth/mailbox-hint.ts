import { listMailbox } from '@entrada/contract/mailbox';
import type { CallApi } from '../platform/api/endpoint-call.ts';
import { ApiError } from '../platform/api/error.ts';

/** Whether this installation keeps its mails at /dev/mailbox, where a visitor can read what was sent to them. */
export async function hasMailbox(call: CallApi): Promise<boolean> {
  try {
    await call(listMailbox, { query: { per_page: '1' } });
    return true;
  } catch (error) {
    // Off, or asked too often: nothing to point to either way.
    if (error instanceof ApiError) return false;
    throw error;
  }
}
