import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatTime } from '../../platform/i18n/format.ts';
import { Note } from '../../ui/notices/note.tsx';
import { verdictWords } from '../verdict/words.ts';
import { Movement, Row, TicketRows } from './facts.tsx';
import type { KeptPerson, KeptScan } from './known.ts';
import styles from './sheet.module.css';

/** What this phone keeps about somebody, and what else needs a connection. */
export function KeptFacts({ person, timezone }: { person: KeptPerson; timezone: string }) {
  const { i18n } = useLingui();
  const { guest, last, scans, refused } = person;
  return (
    <>
      <dl className={styles.facts}>
        <TicketRows guest={guest} timezone={timezone} />
        {last && <Movement direction={last.direction} at={last.at} place={last} timezone={timezone} />}
        {scans.length > 0 && (
          <Row label={<Trans>On this phone</Trans>}>
            <ol>
              {scans.map((scan) => (
                <li key={scan.nonce}>
                  {formatTime(scan.at, { locale: i18n.locale, timezone })}
                  {': '}
                  <Outcome scan={scan} />
                </li>
              ))}
            </ol>
          </Row>
        )}
      </dl>
      {refused && (
        <Note tone="attn">
          <b>{i18n._(verdictWords[refused].title)}</b> {i18n._(verdictWords[refused].why)}
        </Note>
      )}
      <Note tone="info">
        <Trans>
          This is what the phone keeps. The order, scans at other doors, the note and letting somebody in
          anyway need a connection.
        </Trans>
      </Note>
    </>
  );
}

function Outcome({ scan: { verdict, direction, isUndo } }: { scan: KeptScan }): ReactNode {
  const { i18n } = useLingui();
  if (isUndo) return direction === 'in' ? <Trans>Check-in undone</Trans> : <Trans>Check-out undone</Trans>;
  return verdict === 'admitted' ? <Trans>Checked in</Trans> : i18n._(verdictWords[verdict].title);
}
