import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '../data/session.ts';
import { latePart } from '../late/part.tsx';
import type { HistoryProps } from './history.tsx';
import styles from './section.module.css';

const History = latePart<HistoryProps>(async () => (await import('./history.tsx')).History, {
  // It loads within a moment, and then says itself that it reads.
  Place: () => null,
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
