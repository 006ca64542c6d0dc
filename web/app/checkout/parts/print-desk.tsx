import { Trans } from '@lingui/react/macro';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { Button } from '../../ui/buttons/button.tsx';
import styles from './print-desk.module.css';

/** A page that is made to be printed: a light sheet on a desk, which itself is not printed, below a button. */
export function PrintDesk({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.desk} data-mantine-color-scheme="light">
      <title>{title}</title>
      <meta name="robots" content="noindex, nofollow" />
      <PrintButton />
      {children}
    </div>
  );
}

/**
 * Opens the browser's print dialog. Without scripts the button is hidden, because the browser's own menu can print.
 */
function PrintButton() {
  const isHydrated = useHydrated();
  return (
    <div className={styles.bar}>
      <Button
        variant="ink"
        hidden={!isHydrated}
        icon={<IconPrinter size={18} stroke={1.75} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        <Trans>Print</Trans>
      </Button>
    </div>
  );
}
