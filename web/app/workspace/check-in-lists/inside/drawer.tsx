import { WORKSPACE_DEVICE } from '@entrada/contract/constants';
import type { PersonInside } from '@entrada/contract/door/inside';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { formatDayTime } from '../../../platform/i18n/format.ts';
import { useEvent } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { SideDrawer } from '../../kit/dialogs/side-drawer.tsx';
import styles from '../found/rows.module.css';
import { CountAndFiles, PersonField, Rows } from '../found/rows.tsx';
import { useFound, useTyped } from '../found/use-found.ts';
import { insideFileQuery, loadInside } from './api.ts';

/** Entries arrive as they happen. Without that connection, so often. */
const REFRESH_MS = 15_000;

/** Who is inside by a check-in list now, the last to come in first. */
export function InsideDrawer({ listId, close }: { listId: number; close: () => void }) {
  const { t } = useLingui();
  const { id: eventId, timezone } = useEvent();
  const { query, ...field } = useTyped();
  const asked = { eventId, listId, query };
  const { found, rows, total } = useFound({
    queryKey: keys.checkInInside(eventId, listId, { query }),
    load: (page, signal) => loadInside(asked, page, signal),
    refreshMs: REFRESH_MS,
  });
  // Somebody who comes in meanwhile moves the others to the next page.
  const people = rows && [...new Map(rows.map((one) => [one.attendeeId, one])).values()];
  return (
    <SideDrawer opened onClose={close} title={t`Who is inside`}>
      <div className={styles.drawer}>
        <PersonField {...field} />
        <CountAndFiles what="people-inside" query={insideFileQuery(asked)}>
          {people && <Plural value={total} one="# person inside" other="# people inside" />}
        </CountAndFiles>
        <Rows
          found={found}
          rows={people}
          empty={
            query === '' ? (
              <Trans>Nobody is inside by this list.</Trans>
            ) : (
              <Trans>Nobody inside matches.</Trans>
            )
          }
        >
          {(person) => <Person key={person.attendeeId} person={person} timezone={timezone} />}
        </Rows>
      </div>
    </SideDrawer>
  );
}

function Person({ person, timezone }: { person: PersonInside; timezone: string }) {
  const { i18n, t } = useLingui();
  const since = formatDayTime(person.since, { locale: i18n.locale, timezone });
  const device = person.device === WORKSPACE_DEVICE ? t`Workspace` : person.device;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <b className={styles.name}>{person.name}</b>
        <time dateTime={person.since} className={styles.time}>
          <Trans>Since {since}</Trans>
        </time>
      </div>
      <div className={styles.quiet}>
        {person.ticket} · <span className="reference">{person.reference}</span>
        {device && ` · ${device}`}
      </div>
    </li>
  );
}
