import type { Guest } from '@entrada/contract/door/check-in';
import { type FoundGuest, findSimilarGuests } from '@entrada/contract/door/supervising';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { formatList } from '../../platform/i18n/format.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { doorApi } from '../api.ts';
import { Problem } from '../reading/problem.tsx';
import { useRead } from '../reading/use-read.ts';
import styles from './row.module.css';
import { GuestRow } from './row.tsx';
import type { RowTools } from './use-row-check-in.ts';

type SimilarGuestsProps = {
  query: string;
  timezone: string;
  tools: Omit<RowTools, 'onGuest'>;
  onPerson: (reference: string) => void;
};

/** Whom somebody may have meant who found nobody: names spelled alike, here and then in all lists of the event. */
export function SimilarGuests({ query, timezone, tools, onPerson }: SimilarGuestsProps) {
  const [isEverywhere, setEverywhere] = useState(false);
  /** Who came in or went out since they were found. */
  const [moved, setMoved] = useState<ReadonlyMap<string, Guest>>(new Map());
  const everywhere = isEverywhere ? 'true' : 'false';
  const { listShortId, findAlike, onError } = tools;
  const similar = useRead(
    `${query} ${everywhere}`,
    0,
    (signal) =>
      findAlike({ query, isEverywhere }, async () => {
        const asked = { params: { listShortId }, query: { query, everywhere } } as const;
        return (await doorApi(findSimilarGuests, asked, { signal })).data;
      }),
    onError,
  );
  const onGuest = (guest: Guest) => setMoved((known) => new Map(known).set(guest.reference, guest));
  const found = similar.data;
  return (
    <div role="status">
      <Problem problem={similar.problem} onRetry={similar.reload} />
      {found && found.length > 0 && (
        <>
          <h2 className={styles.heading}>
            {isEverywhere ? <Trans>In all lists of the event</Trans> : <Trans>Spelled alike</Trans>}
          </h2>
          <ul>
            {found.map((one) =>
              one.isOnList ? (
                <GuestRow
                  key={one.guest.reference}
                  guest={moved.get(one.guest.reference) ?? one.guest}
                  query=""
                  timezone={timezone}
                  tools={{ ...tools, onGuest }}
                  onPerson={onPerson}
                />
              ) : (
                <SimilarRow key={one.guest.reference} found={one} onPerson={onPerson} />
              ),
            )}
          </ul>
        </>
      )}
      {found?.length === 0 && isEverywhere && (
        <p className={styles.none}>
          <Trans>Nobody in any list of this event is spelled like this.</Trans>
        </p>
      )}
      {found && !isEverywhere && (
        <Button size="xl" block className={styles.everywhere} onClick={() => setEverywhere(true)}>
          <Trans>Search all lists of the event</Trans>
        </Button>
      )}
    </div>
  );
}

/** Somebody whom this list does not admit. */
function SimilarRow({ found, onPerson }: { found: FoundGuest; onPerson: (reference: string) => void }) {
  const { i18n } = useLingui();
  const { guest, lists } = found;
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.words}
          aria-haspopup="dialog"
          onClick={() => onPerson(guest.reference)}
        >
          <span className={styles.name}>{guest.name}</span>
          <span className={styles.detail}>
            <span>{guest.ticket}</span>
            <span className="reference">{guest.reference}</span>
            {lists.length > 0 && <span>{formatList(lists, i18n.locale)}</span>}
          </span>
        </button>
      </div>
    </li>
  );
}
