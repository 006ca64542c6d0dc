import { listMailbox } from '@entrada/contract/mailbox';
import type { CallApi } from './endpoint-call.ts';
import { ApiError } from './error.ts';

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

/** The page of the mailbox with the mails to an address. */
export const mailboxPath = (to: string) => `/dev/mailbox?query=${encodeURIComponent(to)}`;
