import type { ImapFlow } from 'imapflow';

/** The report is at the beginning; what it quotes of our mail may be long. */
const MOST_BYTES = 512 * 1024;
/** A flag of ours on reports, so that nothing else of the mailbox is ever deleted. */
const REPORT = 'EntradaReport';
const KEPT_MS = 30 * 86_400_000;
const WAIT_MS = 20_000;

/** `report`: handled, and deleted one day. `done`: handled. `later`: it is looked at again next time. */
export type Handled = 'report' | 'done' | 'later';

async function open(address: string): Promise<ImapFlow> {
  const { ImapFlow: Client } = await import('imapflow');
  const url = new URL(address);
  const secure = url.protocol === 'imaps:';
  const client = new Client({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
  });
  // Without a listener a broken connection would end the process. The command under way fails all the same.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Flags are not set while mails are fetched: the library would wait for itself. */
async function handleUnread(
  client: ImapFlow,
  handle: (source: Buffer) => Promise<Handled>,
  goOn: () => Promise<boolean>,
): Promise<void> {
  const flags = client.mailbox ? client.mailbox.permanentFlags : undefined;
  const mayFlag = flags?.has('\\*') || flags?.has(REPORT);
  const uids = (await client.search({ seen: false, deleted: false }, { uid: true })) || [];
  for (const uid of uids) {
    if (!(await goOn())) return;
    const range = String(uid);
    const part = { source: { start: 0, maxLength: MOST_BYTES } };
    const found = (await client.fetchOne(range, part, { uid: true })) || undefined;
    // Somebody else may have moved it meanwhile.
    if (!found?.source) continue;
    const handled = await handle(found.source);
    if (handled === 'later') continue;
    const marks = ['\\Seen', ...(handled === 'report' && mayFlag ? [REPORT] : [])];
    await client.messageFlagsAdd(range, marks, { uid: true });
  }
}

/** What a report says is personal, so it is kept no longer here than in the database. */
async function deleteOld(client: ImapFlow): Promise<void> {
  const before = new Date(Date.now() - KEPT_MS);
  const uids = (await client.search({ keyword: REPORT, before }, { uid: true })) || [];
  if (uids.length > 0) await client.messageDelete(uids.join(','), { uid: true });
}

/**
 * Reads the unread mails of the mailbox at an address (`imaps://user:password@host:port/INBOX`), one after the other, and
 * marks each as seen after it was handled. A crash in between lets it be handled again. Stops when `goOn` says so. Throws if
 * the mailbox cannot be reached or the password is wrong.
 */
export async function readUnread(
  address: string,
  handle: (source: Buffer) => Promise<Handled>,
  goOn: () => Promise<boolean>,
): Promise<void> {
  const client = await open(address);
  try {
    const name = decodeURIComponent(new URL(address).pathname.slice(1)) || 'INBOX';
    const lock = await client.getMailboxLock(name);
    try {
      await handleUnread(client, handle, goOn);
      await deleteOld(client);
    } finally {
      lock.release();
    }
    await client.logout();
  } finally {
    client.close();
  }
}
