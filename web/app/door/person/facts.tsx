import type { getDoorGuest } from '@entrada/contract/door/supervising';
import type { OutputOf } from '@entrada/contract/endpoint';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatList, formatOwnDates, formatTime } from '../../platform/i18n/format.ts';
import { shownDevice } from '../device-name.ts';
import { toneOf } from '../verdict/tone.ts';
import { verdictWords } from '../verdict/words.ts';
import styles from './sheet.module.css';

export type Person = OutputOf<typeof getDoorGuest>['data'];

type Trace = Person['scans'][number];
type Refused = Trace & { outcome: Exclude<Trace['outcome'], 'admitted' | 'undone'> };

const isRefused = (scan: Trace): scan is Refused =>
  scan.outcome !== 'undone' && (scan.outcome === 'already_in' || toneOf(scan.outcome) === 'bad');

/** The ticket, when and where somebody came and went, and the order. */
export function Facts({ person, timezone }: { person: Person; timezone: string }) {
  const { i18n } = useLingui();
  const { guest, order, scans, lists, note } = person;
  const zoned = { locale: i18n.locale, timezone };
  const dates = formatOwnDates(guest, zoned);
  const placeOf = (scan: Trace) =>
    sideBySide(
      [...new Set([scan.list, scan.link, scan.device && shownDevice(i18n, scan.device)])],
      i18n.locale,
    );
  const cameIn = guest.checkedInAt !== null && scans.find(({ outcome }) => outcome === 'admitted');
  const left = guest.checkedInAt === null && scans.find(({ outcome }) => outcome === 'checked_out');
  const refused = scans.find(isRefused);
  return (
    <dl className={styles.facts}>
      <Row label={<Trans>Ticket</Trans>}>
        {guest.ticket} · <span className="reference">{guest.reference}</span>
      </Row>
      {dates && <Row label={<Trans>Valid for</Trans>}>{dates}</Row>}
      {guest.checkedInAt !== null && (
        <Row label={<Trans context="one person">Came in</Trans>}>
          {sideBySide([formatTime(guest.checkedInAt, zoned), cameIn && placeOf(cameIn)], i18n.locale)}
        </Row>
      )}
      {left && (
        <Row label={<Trans context="one person">Went out</Trans>}>
          {sideBySide([formatTime(left.at, zoned), placeOf(left)], i18n.locale)}
        </Row>
      )}
      {refused && (
        <Row label={<Trans>Also tried</Trans>}>
          {sideBySide([formatTime(refused.at, zoned), placeOf(refused)], i18n.locale)}
          {': '}
          {i18n._(verdictWords[refused.outcome].title)}
        </Row>
      )}
      {!person.isOnList && (
        <Row label={<Trans>Admitted by</Trans>}>
          {lists.length > 0 ? formatList(lists, i18n.locale) : <Trans>No list of this event</Trans>}
        </Row>
      )}
      <Row label={<Trans>Order</Trans>}>
        <span className="reference">{order.reference}</span>,{' '}
        <Plural value={order.tickets} one="# ticket" other="# tickets" />
        {order.tickets > 1 && (
          <>
            , <Plural value={order.inside} one="# inside" other="# inside" />
          </>
        )}
      </Row>
      {note && <Row label={<Trans>Note</Trans>}>{note}</Row>}
    </dl>
  );
}

function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
