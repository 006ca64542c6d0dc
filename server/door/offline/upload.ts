import { setImmediate } from 'node:timers/promises';
import type { CodeReading } from '@entrada/contract/door/decision';
import type { sendOfflineScans } from '@entrada/contract/door/offline';
import { kindOfOther, readTicketCode } from '@entrada/contract/door/ticket-code';
import type { z } from 'zod';
import { type Db, inTransaction } from '../../db/client.ts';
import type { Ctx } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { countChanged, countsOf } from '../check-in/counts.ts';
import { verifyByEvent } from '../check-in/ticket-keys.ts';
import { type DoorCall, enterToSend } from '../check-in-links/entry.ts';
import { lockList } from '../movements/queries.ts';
import { type DoorScan, recordMovements } from '../movements/service.ts';
import { happenedAt } from './core/clock.ts';
import { type ListThen, outcomeOf, type SentScan } from './core/outcome.ts';
import * as queries from './queries.ts';

/** Checking a signature takes about 0.1 ms. After so many, other requests come first. */
const AT_ONCE = 50;

type Sent = z.output<(typeof sendOfflineScans)['body']>;
type Reply = z.input<(typeof sendOfflineScans)['response']>['data'];
type Read = { code: CodeReading; attendeeId: number | null };
type Waiting = DoorScan & SentScan;

/** Reads what was scanned or chosen. A code counts if a key of the event that it names signed it. */
async function readScan(
  db: Db,
  { code, reference }: Sent['scans'][number],
  byReference: ReadonlyMap<string, number>,
): Promise<Read> {
  if (code === undefined)
    return { code: { kind: 'none' }, attendeeId: byReference.get(normal(reference ?? '')) ?? null };
  const claimed = readTicketCode(code);
  if (!claimed) return { code: { kind: kindOfOther(code) }, attendeeId: null };
  const read = await verifyByEvent(db, claimed.eventId, code);
  if (!read) return { code: { kind: 'foreign' }, attendeeId: null };
  const { eventId, attendeeId, codeVersion } = read;
  return { code: { kind: 'read', eventId, codeVersion }, attendeeId };
}

const normal = (reference: string) => reference.trim().toUpperCase();

/**
 * Stores scans that a phone made without a connection, in one transaction, in their order. Each is a fact, also if it contradicts
 * what the server knew before. A known nonce changes nothing and gets its first answer. Takes them also after the link or its list
 * was closed, its PIN changed, or the list was deleted, from a phone that entered before. Locks the list against its deletion,
 * then the attendees in the order of their ids. Throws CHECK_IN_LIST_NOT_FOUND, DOOR_DEVICE_REQUIRED.
 */
export async function storeScans(ctx: Ctx, call: DoorCall, sent: Sent): Promise<Reply> {
  const { db } = ctx;
  const link = await enterToSend(ctx, call, sent.waiting);
  const found = await queries.findListTimes(db, link.listId);
  if (!found) throw fail('CHECK_IN_LIST_NOT_FOUND');
  const list: ListThen = {
    eventId: found.event_id,
    activatesAt: found.activates_at,
    expiresAt: found.expires_at,
    closedAt: earliest([found.closed_at, found.deleted_at, link.closedAt]),
    isCalledOff: found.called_off_at !== null,
    allowsReentry: found.allows_reentry,
  };
  const references = sent.scans.flatMap(({ reference }) =>
    reference === undefined ? [] : normal(reference),
  );
  const byReference = await queries.findIdsByReference(db, found.event_id, references);
  const read: Read[] = [];
  for (const scan of sent.scans) {
    read.push(await readScan(db, scan, byReference));
    if (read.length % AT_ONCE === 0) await setImmediate();
  }
  const deviceKey = sent.deviceId ?? `t${link.deviceId}`;
  const { recorded, by } = await inTransaction(db, async (tx) => {
    const locked = await lockList(tx, link.listId);
    if (!locked) throw fail('CHECK_IN_LIST_NOT_FOUND');
    const scans = sent.scans.map((scan, nth): Waiting => {
      const { code, attendeeId } = read[nth] ?? { code: { kind: 'foreign' }, attendeeId: null };
      const at = happenedAt({ scannedAt: scan.scannedAt, sentAt: sent.sentAt }, locked.nowMicros);
      return {
        ...scan,
        code,
        attendeeId: code.kind === 'read' && code.eventId !== found.event_id ? null : attendeeId,
        at: new Date(at / 1000),
        happenedAt: at,
        method: scan.isUndo ? 'undo' : scan.code === undefined ? 'search' : 'scan',
        device: sent.device,
        deviceKey,
        phoneVerdict: scan.verdict,
        isSupervisor: link.role === 'supervisor',
        userId: link.userId,
        linkId: link.linkId,
      };
    });
    return recordMovements(tx, locked, scans, (scan, person) => outcomeOf(scan, list, person));
  });
  if (by !== 0) countChanged(db, link.listId, by);
  const results = sent.scans.map(({ nonce }) => {
    const one = recorded.get(nonce);
    if (!one) throw new Error('A scan was not recorded');
    const first = one.conflict?.first ?? null;
    return {
      nonce,
      outcome: one.outcome,
      conflict: one.conflict && { first: first && { at: first.at.toISOString(), device: first.device } },
    };
  });
  return { results, ...(await countsOf(db, found)) };
}

const earliest = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((first, time) => (time && (!first || time < first) ? time : first), null);
