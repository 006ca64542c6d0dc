import { createRequire } from 'node:module';
import type { Server, Socket } from 'node:net';
import { ImapFlow } from 'imapflow';

type Imap = Server & { server: Server };
/** It comes without types. */
const hoodiecrow = createRequire(import.meta.url)('hoodiecrow-imap') as (options: object) => Imap;

const USER = 'reports';
const PASSWORD = 'p@ss/word';

/**
 * An IMAP server with one mailbox, and what a person at another computer sees of it.
 * @param tls its certificate if it speaks TLS from the first byte
 */
export async function startImap(tls?: { cert: string; key: string }) {
  const imap = hoodiecrow({
    ...(tls && { secureConnection: true, credentials: tls }),
    plugins: ['ID', 'LITERALPLUS', 'SASL-IR', 'UIDPLUS', 'ENABLE', 'NAMESPACE', 'UNSELECT'],
    users: { [USER]: { password: PASSWORD } },
    storage: { INBOX: {} },
  });
  // It writes an answer in pieces, and each would wait 40 ms until the one before is acknowledged.
  imap.server.on('connection', (socket: Socket) => socket.setNoDelay());
  await new Promise<void>((ready) => imap.listen(0, '127.0.0.1', () => ready()));
  const address = imap.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const url = `${tls ? 'imaps' : 'imap'}://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/INBOX`;

  async function within<T>(look: (client: ImapFlow) => Promise<T>): Promise<T> {
    const auth = { user: USER, pass: PASSWORD };
    const client = new ImapFlow({
      host: '127.0.0.1',
      port,
      secure: tls !== undefined,
      auth,
      logger: false,
      tls: { rejectUnauthorized: false },
    });
    await client.connect();
    await client.mailboxOpen('INBOX');
    try {
      return await look(client);
    } finally {
      await client.logout();
    }
  }
  return {
    url,
    deliver: (raw: string, at?: Date) => within((client) => client.append('INBOX', raw, [], at)),
    /** How many mails are unread, and how many there are. */
    count: () =>
      within(async (client) => ({
        unread: ((await client.search({ seen: false }, { uid: true })) || []).length,
        all: ((await client.search({ all: true }, { uid: true })) || []).length,
      })),
    empty: () =>
      within(async (client) => {
        await client.messageDelete('1:*').catch(() => undefined);
      }),
    stop: () => new Promise<void>((stopped) => imap.server.close(() => stopped())),
  };
}
