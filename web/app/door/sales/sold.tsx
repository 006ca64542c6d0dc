import type { sellAtDoor } from '@entrada/contract/door/sales';
import type { OutputOf } from '@entrada/contract/endpoint';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { Money } from '../../ui/money.tsx';
import { Space } from '../../ui/space.tsx';
import { verdictWords } from '../verdict/words.ts';
import styles from './sold.module.css';

export type SaleDone = OutputOf<typeof sellAtDoor>['data'];

/** The sale is done: what was sold, who is in, and the next one. */
export function Sold({ sale, email, onNext }: { sale: SaleDone; email: string; onNext: () => void }) {
  const { i18n } = useLingui();
  const view = useRef<HTMLDivElement>(null);
  useEffect(() => view.current?.querySelector('button')?.focus(), []);
  const { tickets } = sale;
  const inside = tickets.filter(({ verdict }) => verdict === 'admitted' || verdict === 'already_in').length;
  return (
    <div ref={view} className={styles.view}>
      <div role="status">
        <span className={styles.icon}>
          <IconCheck size={44} stroke={3} aria-hidden="true" />
        </span>
        <h2 className={styles.title}>
          {sale.total > 0 ? (
            <Trans>
              Sold for <Money minor={sale.total} currency={sale.currency} />
            </Trans>
          ) : (
            <Plural value={tickets.length} one="Guest added" other="# guests added" />
          )}
        </h2>
        <p className={styles.text}>
          {inside > 0 && inside === tickets.length ? (
            <Plural value={inside} one="Checked in." other="All # are checked in." />
          ) : (
            <Trans>Not checked in: find them by the number below.</Trans>
          )}
          {email && (
            <>
              <Space />
              <Trans>The tickets are on their way to {email}.</Trans>
            </>
          )}
        </p>
      </div>
      <ul className={styles.tickets}>
        {tickets.map(({ guest, verdict }) => (
          <li key={guest.reference}>
            <p className={styles.name}>{guest.ticket}</p>
            <p className={styles.detail}>
              <span className="reference">{guest.reference}</span>
              {verdict && verdict !== 'admitted' && verdict !== 'already_in' && (
                <> · {i18n._(verdictWords[verdict].title)}</>
              )}
            </p>
          </li>
        ))}
      </ul>
      <Button size="door" variant="primary" block onClick={onNext}>
        <Trans>Next sale</Trans>
      </Button>
    </div>
  );
}
