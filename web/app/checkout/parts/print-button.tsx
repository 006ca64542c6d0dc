import { Trans } from '@lingui/react/macro';
import { IconPrinter } from '@tabler/icons-react';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { Button } from '../../ui/buttons/button.tsx';
import styles from './print-button.module.css';

/**
 * Opens the browser's print dialog. Without scripts the button is hidden, because the browser's own menu can print.
 */
export function PrintButton() {
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
