import { getInside } from '@entrada/contract/door/supervising';
import type { OutputOf } from '@entrada/contract/endpoint';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconLogin2, IconLogout2 } from '@tabler/icons-react';
import { formatCount, formatTime } from '../../platform/i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Progress } from '../../ui/notices/progress.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { doorApi } from '../api.ts';
import { shownDevice } from '../device-name.ts';
import { Problem } from '../reading/problem.tsx';
import type { Read } from '../reading/use-read.ts';
import { useRead } from '../reading/use-read.ts';
import styles from './inside.module.css';

export type Inside = OutputOf<typeof getInside>['data'];

export const useInside = (
  listShortId: string,
  changes: number,
  onError: (error: unknown) => void,
): Read<Inside> =>
  useRead(
    listShortId,
    changes,
    async (signal) => (await doorApi(getInside, { params: { listShortId } }, { signal })).data,
    onError,
  );

/** How full a place is before the page says so. */
const nearlyFull = 0.85;

/** Who is inside now, by place, and the last who came and went. */
export function InsideView({ inside, timezone }: { inside: Read<Inside>; timezone: string }) {
  const { data, problem, reload } = inside;
  return (
    <div className={styles.view}>
      <Figures inside={data} />
      <Problem problem={problem} onRetry={reload} />
      {data && <Places places={data.places} />}
      {data && <Movements last={data.last} timezone={timezone} />}
    </div>
  );
}

/** Inside now, came in, went out. */
export function Figures({ inside, isNarrow = false }: { inside: Inside | undefined; isNarrow?: boolean }) {
  const { i18n } = useLingui();
  const figure = (value: number | undefined) =>
    value === undefined ? <Skeleton width={64} height={30} /> : formatCount(value, i18n.locale);
  return (
    <dl className={styles.figures} data-narrow={isNarrow}>
      <div>
        <dt>
          <Trans>Inside now</Trans>
        </dt>
        <dd>{figure(inside?.inside)}</dd>
      </div>
      <div>
        <dt>
          <Trans>Came in</Trans>
        </dt>
        <dd>{figure(inside?.cameIn)}</dd>
      </div>
      <div>
        <dt>
          <Trans>Went out</Trans>
        </dt>
        <dd>{figure(inside?.wentOut)}</dd>
      </div>
    </dl>
  );
}

function Places({ places }: { places: Inside['places'] }) {
  const { i18n, t } = useLingui();
  if (places.length === 0) return null;
  return (
    <section aria-labelledby="door-places">
      <h2 id="door-places" className={styles.heading}>
        <Trans>By place</Trans>
      </h2>
      <ul>
        {places.map(({ kind, name, inside, of }) => {
          const isTight = kind === 'capacity' && inside >= of * nearlyFull;
          const [now, most] = [formatCount(inside, i18n.locale), formatCount(of, i18n.locale)];
          return (
            <li key={`${kind} ${name}`} className={styles.place}>
              <div className={styles.line}>
                <span className={styles.name}>{name}</span>
                {isTight && (
                  <Badge tone="attn">{inside >= of ? <Trans>Full</Trans> : <Trans>Nearly full</Trans>}</Badge>
                )}
                <span className={styles.share}>
                  <Trans>
                    <b>{now}</b> of {most}
                  </Trans>
                </span>
              </div>
              <Progress
                label={t`${name}: ${now} of ${most} inside`}
                value={inside}
                max={of}
                isKey={isTight}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Movements({ last, timezone }: { last: Inside['last']; timezone: string }) {
  const { i18n } = useLingui();
  return (
    <section aria-labelledby="door-movements">
      <h2 id="door-movements" className={styles.heading}>
        <Trans>Last in and out</Trans>
      </h2>
      {last.length === 0 && (
        <p className={styles.none}>
          <Trans>Nobody has come in yet.</Trans>
        </p>
      )}
      <ul className={styles.movements}>
        {last.map(({ name, ticket, direction, at, device }) => {
          const isIn = direction === 'in';
          const Icon = isIn ? IconLogin2 : IconLogout2;
          return (
            <li key={`${name} ${at} ${direction}`} className={styles.movement}>
              <div>
                <p className={styles.person}>{name}</p>
                <p className={styles.detail}>
                  {[ticket, device && shownDevice(i18n, device)].filter(Boolean).join(' · ')}
                </p>
              </div>
              <p className={styles.when} data-direction={direction}>
                <Icon size={20} stroke={1.75} aria-hidden="true" />
                <span className="visually-hidden">
                  {isIn ? (
                    <Trans context="one person">Came in</Trans>
                  ) : (
                    <Trans context="one person">Went out</Trans>
                  )}
                </span>
                <time className="num" dateTime={at}>
                  {formatTime(at, { locale: i18n.locale, timezone })}
                </time>
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
