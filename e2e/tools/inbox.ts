import type { OutputOf } from '@entrada/contract/endpoint';
import { getMailboxMessage, listMailbox } from '@entrada/contract/mailbox';
import { apiClient } from './api.ts';
import { baseUrl } from './environment.ts';

const WAIT_MS = 60_000;

export type Mail = OutputOf<typeof getMailboxMessage>['data'] & {
  /** The address in the mail that contains `part`. It is read from the plain text. */
  link: (part: string) => string;
};

/** The mails to an address, from the installation's own mailbox. */
export function inbox(address: string) {
  const api = apiClient();

  const find = async (kind: string) => {
    const { data } = await api.call(listMailbox, { query: { query: address, per_page: '50' } });
    return data.find((row) => row.to.includes(address) && row.kind === kind);
  };

  const open = async (id: number): Promise<Mail> => {
    const { data } = await api.call(getMailboxMessage, { params: { mailId: String(id) } });
    const link = (part: string) => {
      const found = [...data.text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map(([url]) => url);
      const wanted = found.find((url) => url.startsWith(baseUrl()) && url.includes(part));
      if (!wanted) throw new Error(`No link with ${part} in “${data.subject}”. It has:\n${found.join('\n')}`);
      return wanted;
    };
    return { ...data, link };
  };

  return {
    /** Waits for the newest mail of a kind, because jobs send mails a moment later. */
    receive: async (kind: string): Promise<Mail> => {
      const deadline = Date.now() + WAIT_MS;
      while (Date.now() < deadline) {
        const row = await find(kind);
        if (row) return open(row.id);
        await new Promise((done) => setTimeout(done, 100));
      }
      throw new Error(`No mail of kind ${kind} reached ${address} within ${WAIT_MS / 1000} s`);
    },
  };
}
