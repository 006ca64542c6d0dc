import type { OfflineConflict } from '@entrada/contract/door/offline';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatTime } from '../../../platform/i18n/format.ts';
import { shownDevice } from '../../device-name.ts';
import styles from './sheet.module.css';

type ConflictsProps = {
  conflicts: readonly OfflineConflict[];
  zoned: { locale: string; timezone: string };
};

/** Scans that cannot both be right: who, when and where, and which of them counts. */
export function Conflicts({ conflicts, zoned }: ConflictsProps) {
  const { i18n } = useLingui();
  if (conflicts.length === 0) return null;
  return (
    <section className={styles.conflicts}>
      <h3>
        <Trans>Contradicting scans</Trans>
      </h3>
      <ul>
        {conflicts.map(({ id, guest, at, device, first }) => {
          const time = formatTime(at, zoned);
          const place = shownDevice(i18n, device);
          return (
            <li key={id}>
              <b>{guest?.name ?? <Trans>Unknown code</Trans>}</b>
              <span>
                {guest && `${guest.ticket} · `}
                <Trans>
                  Scanned at {time}, {place}
                </Trans>
              </span>
              <span>
                {first ? (
                  <First first={first} zoned={zoned} />
                ) : (
                  <Trans>The ticket was no longer valid then.</Trans>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function First({ first, zoned }: { first: { at: string; device: string }; zoned: ConflictsProps['zoned'] }) {
  const { i18n } = useLingui();
  const time = formatTime(first.at, zoned);
  const place = shownDevice(i18n, first.device);
  return (
    <Trans>
      This one counts: {time}, {place}
    </Trans>
  );
}
