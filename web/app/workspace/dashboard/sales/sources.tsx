import type { EventDetail } from '@entrada/contract/catalog/events';
import type { Source } from '@entrada/contract/insight/figures';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { formatCount } from '../../../platform/i18n/format.ts';
import { Money } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { dotted } from '../../kit/display/dotted.ts';
import { KeptFigures } from '../../kit/figures/kept.tsx';
import { useSourceName } from '../../kit/figures/source-name.ts';
import { useKeptRead } from '../../kit/reading/kept-read.ts';
import { useChoice } from '../choice.ts';
import styles from '../dashboard.module.css';
import { figuresRead } from '../reads.ts';

const FIRST = 5;

/** Where the buyers of the chosen days came from. */
export function Sources({ event }: { event: EventDetail }) {
  const query = useKeptRead(figuresRead(event, useChoice().choice));
  return (
    <section className={styles.half} aria-labelledby="sources">
      <div className={styles.cellHead}>
        <h2 id="sources">
          <Trans>Where buyers come from</Trans>
        </h2>
      </div>
      <KeptFigures
        query={query}
        timezone={event.timezone}
        skeleton={['80%', '60%', '70%'].map((width) => <Skeleton key={width} width={width} height={36} />)}
      >
        {({ sources, currency }) =>
          sources.length === 0 ? (
            <p className={styles.quiet}>
              <Trans>Shows here as soon as somebody opens the page.</Trans>
            </p>
          ) : (
            <SourceTable sources={sources} currency={currency} />
          )
        }
      </KeptFigures>
    </section>
  );
}

function SourceTable({ sources, currency }: { sources: Source[]; currency: string }) {
  const { t, i18n } = useLingui();
  const name = useSourceName();
  const visitors = (number: number) => t`${plural(number, { one: '# visitor', other: '# visitors' })}`;
  const [isWhole, setWhole] = useState(false);
  const count = (value: number) => formatCount(value, i18n.locale);
  const isFree = sources.every(({ gross }) => gross === 0);
  const weight = ({ orders, visitors }: Source) =>
    sources.some((one) => one.orders > 0) ? orders : visitors;
  const most = Math.max(1, ...sources.map(weight));
  const total = sources.length;
  return (
    <>
      <table className={styles.sources}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Source</Trans>
            </th>
            <th scope="col">
              <Trans>Orders</Trans>
            </th>
            {!isFree && (
              <th scope="col">
                <Trans>Sales</Trans>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sources.slice(0, isWhole ? total : FIRST).map((source) => (
            <tr key={[source.kind, source.name, source.medium, source.campaign].join('\n')}>
              <th scope="row">
                {name(source)}
                <small>{dotted([source.medium, source.campaign, visitors(source.visitors)])}</small>
                <i style={{ width: `${(weight(source) / most) * 100}%` }} aria-hidden="true" />
              </th>
              <td>{count(source.orders)}</td>
              {!isFree && (
                <td>
                  <Money minor={source.gross} currency={currency} stripZeros />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {total > FIRST && (
        <button type="button" className="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? <Trans>Show fewer</Trans> : <Trans>Show all {total}</Trans>}
        </button>
      )}
    </>
  );
}
