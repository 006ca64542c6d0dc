import { listMailbox } from '@entrada/contract/mailbox';
import type { CallApi } from '../platform/api/endpoint-call.ts';
import { ApiError } from '../platform/api/error.ts';

/**
 * Whether this installation shows its mails at /dev/mailbox, so that visitors can read the mails they were sent.
 */
export async function hasMailbox(call: CallApi): Promise<boolean> {
  try {
    await call(listMailbox, { query: { per_page: '1' } });
    return true;
  } catch (error) {
    // The mailbox is off, or it was asked too often. In both cases the page shows no link.
    if (error instanceof ApiError) return false;
    throw error;
  }
}
