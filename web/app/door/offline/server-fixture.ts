import { generateKeyPairSync, sign } from 'node:crypto';
import type { OfflineHead, OfflinePerson } from '@entrada/contract/door/offline';
import { payloadOf, signedBytes, type TicketClaims } from '@entrada/contract/door/ticket-code';
import type { Scan } from './memory/store.ts';

const HOUR = 3_600_000;
export const EVENT = 7;
export const LIST = 'cl_0123456789012345678901';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const rawKey = publicKey.export({ format: 'jwk' }).x ?? '';

/** The code of a ticket, as a person shows it. */
export function codeOf(claims: Partial<TicketClaims> & { attendeeId: number }): string {
  const payload = payloadOf({ eventId: EVENT, codeVersion: 1, ...claims });
  const signature = sign(null, signedBytes(payload), privateKey);
  return `E1.${Buffer.concat([Buffer.from(payload), signature]).toString('base64url')}`;
}

export const person = (
  id: number,
  more: {
    name?: string;
    lastNameAt?: number;
    reference?: string;
    ticket?: number;
    status?: number;
    version?: number;
  } = {},
) =>
  [
    id,
    more.reference ?? `ENT-${id}`,
    more.name ?? `Guest ${id}`,
    more.ticket ?? 1,
    more.status ?? 0,
    more.version ?? 1,
    null,
    ...(more.lastNameAt === undefined ? ([] as const) : ([more.lastNameAt] as const)),
  ] satisfies OfflinePerson;

/** A list that admits the first of two kinds of tickets, without limits. */
export const headOf = (people: number): OfflineHead => ({
  eventId: EVENT,
  publicKeys: [rawKey],
  isCalledOff: false,
  activatesAt: null,
  expiresAt: null,
  allowsReentry: true,
  tickets: [
    { id: 1, label: 'Day ticket', admitted: true, ownStartsAt: null, ownEndsAt: null },
    { id: 2, label: 'Backstage', admitted: false, ownStartsAt: null, ownEndsAt: null },
  ],
  now: new Date(0).toISOString(),
  until: new Date(24 * HOUR).toISOString(),
  cursor: '1',
  people,
});

/** The door's server as a phone meets it, over `fetch`. Its clock is right; the phone's may not be. */
export function buildServer(people: OfflinePerson[], head: Partial<OfflineHead> = {}) {
  const all = new Map(people.map((one) => [one[0], one]));
  const received = new Map<string, Scan>();
  const hanging = new Set<(error: Error) => void>();
  const server = {
    state: 'up' as 'up' | 'down' | 'silent' | 'closed',
    /** Answers get lost, although the calls arrive. */
    losesAnswers: false,
    /** How far the phone's clock is ahead. */
    phoneAheadMs: 0,
    received,
    batches: [] as { sentAt: string; scans: Scan[] }[],
    calls: [] as string[],
    set: (one: OfflinePerson) => void all.set(one[0], one),
    now: () => Date.now() - server.phoneAheadMs,
    /** Calls without an answer fail now. */
    hangUp: () => {
      for (const fail of hanging) fail(new TypeError('aborted'));
    },
  };
  const headNow = (): OfflineHead => ({
    ...headOf(all.size),
    now: new Date(server.now()).toISOString(),
    until: new Date(server.now() + 24 * HOUR).toISOString(),
    ...head,
  });
  const counts = () => ({ attendees: all.size, checkedIn: [...all.values()].filter((one) => one[6]).length });
  const refuse = (status: number, code: string) => Response.json({ status, code }, { status });

  async function answer(url: URL, body: { scans: Scan[]; sentAt: string } | undefined): Promise<Response> {
    const path = url.pathname.replace(/^.*check-in-lists\/[^/]+/, '');
    server.calls.push(path);
    if (path === '/offline/scans' && body) {
      server.batches.push(body);
      const results = body.scans.map((scan) => {
        received.set(scan.nonce, received.get(scan.nonce) ?? scan);
        return { nonce: scan.nonce, outcome: scan.verdict, conflict: null };
      });
      return Response.json({ data: { results, ...counts() } });
    }
    if (server.state === 'closed') return refuse(404, 'CHECK_IN_LIST_NOT_FOUND');
    if (path === '/devices')
      return Response.json({ data: { token: 'a'.repeat(43), role: 'steward' } }, { status: 201 });
    if (path === '/offline') return Response.json({ data: headNow() });
    if (path === '/offline/people') return Response.json({ data: { people: [...all.values()], next: null } });
    if (path === '/offline/changes')
      return Response.json({ data: { reset: false, head: headNow(), people: [...all.values()] } });
    if (path === '/offline/conflicts') return Response.json({ data: [] });
    return refuse(404, 'NOT_FOUND');
  }

  /** Stands in for the browser's `fetch`. */
  const fetch = async (input: string, init: RequestInit): Promise<Response> => {
    if (server.state === 'down') throw new TypeError('Failed to fetch');
    if (server.state === 'silent')
      return new Promise((_, reject) => {
        hanging.add(reject);
        init.signal?.addEventListener('abort', () => reject(new TypeError('aborted')));
      });
    const response = await answer(
      new URL(input, 'http://door.test'),
      typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    );
    if (server.losesAnswers) throw new TypeError('Failed to fetch');
    return response;
  };
  return Object.assign(server, { fetch });
}
