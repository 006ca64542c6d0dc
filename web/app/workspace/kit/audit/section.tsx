import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { useSession } from '../data/session.ts';
import { latePart } from '../late/part.tsx';
import styles from './audit.module.css';
import type { HistoryProps } from './history.tsx';

const History = latePart<HistoryProps>(async () => (await import('./history.tsx')).History, {
  Place: () => <Skeleton height={96} />,
});

/** The history of a record below its form, for those who may read the audit log. It loads when it is opened. */
export function HistorySection(props: HistoryProps) {
  const { may } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!may('audit.read')) return null;
  return (
    <details className={styles.section} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Trans>History</Trans>
      </summary>
      {isOpen && <History {...props} />}
    </details>
  );
}
