import type { Direction, Guest } from '@entrada/contract/door/check-in';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import type { I18n } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatList, formatOwnDates, formatTime } from '../../platform/i18n/format.ts';
import { shownDevice } from '../device-name.ts';
import { toneOf } from '../verdict/tone.ts';
import { verdictWords } from '../verdict/words.ts';
import type { Person } from './known.ts';
import styles from './sheet.module.css';

type Trace = Person['scans'][number];
type Refused = Trace & { outcome: Exclude<Trace['outcome'], 'admitted' | 'undone'> };

const isRefused = (scan: Trace): scan is Refused =>
  scan.outcome !== 'undone' && (scan.outcome === 'already_in' || toneOf(scan.outcome) === 'bad');

/** The ticket, when and where somebody came and went, and the order. */
export function Facts({ person, timezone }: { person: Person; timezone: string }) {
  const { i18n } = useLingui();
  const { guest, order, scans, lists, note } = person;
  const zoned = { locale: i18n.locale, timezone };
  const cameIn = guest.checkedInAt !== null && scans.find(({ outcome }) => outcome === 'admitted');
  const left = guest.checkedInAt === null && scans.find(({ outcome }) => outcome === 'checked_out');
  const refused = scans.find(isRefused);
  return (
    <dl className={styles.facts}>
      <TicketRows guest={guest} timezone={timezone} />
      {guest.checkedInAt !== null && (
        <Movement direction="in" at={guest.checkedInAt} place={cameIn || null} timezone={timezone} />
      )}
      {left && <Movement direction="out" at={left.at} place={left} timezone={timezone} />}
      {refused && (
        <Row label={<Trans>Also tried</Trans>}>
          {sideBySide([formatTime(refused.at, zoned), placeWords(i18n, refused)], i18n.locale)}
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

/** Where somebody was scanned. A phone by itself knows only the device. */
type Place = { list?: string; link?: string | null; device: string };

const placeWords = (i18n: I18n, { list, link, device }: Place): string =>
  sideBySide([...new Set([list, link, device && shownDevice(i18n, device)])], i18n.locale);

/** The ticket, and the part of the event that it is for. */
export function TicketRows({ guest, timezone }: { guest: Guest; timezone: string }) {
  const { i18n } = useLingui();
  const dates = formatOwnDates(guest, { locale: i18n.locale, timezone });
  return (
    <>
      <Row label={<Trans>Ticket</Trans>}>
        {guest.ticket} · <span className="reference">{guest.reference}</span>
      </Row>
      {dates && <Row label={<Trans>Valid for</Trans>}>{dates}</Row>}
    </>
  );
}

type MovementProps = { direction: Direction; at: string; place: Place | null; timezone: string };

/** When and where somebody came in or went out. */
export function Movement({ direction, at, place, timezone }: MovementProps) {
  const { i18n } = useLingui();
  const time = formatTime(at, { locale: i18n.locale, timezone });
  return (
    <Row
      label={
        direction === 'in' ? (
          <Trans context="one person">Came in</Trans>
        ) : (
          <Trans context="one person">Went out</Trans>
        )
      }
    >
      {sideBySide([time, place && placeWords(i18n, place)], i18n.locale)}
    </Row>
  );
}

export function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
