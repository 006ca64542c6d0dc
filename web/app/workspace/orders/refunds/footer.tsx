import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconReceiptRefund } from '@tabler/icons-react';
import type { OrderView } from '../api.ts';
import styles from '../drawer.module.css';
import { obstacleWords } from './words.ts';

/** The button that starts a refund, or the reason why none is possible. */
export function RefundFooter({ view, onRefund }: { view: OrderView; onRefund: () => void }) {
  const { i18n } = useLingui();
  const { obstacle } = view.money;
  return (
    <footer className={styles.footer} data-bottom-bar>
      {obstacle && <p className={styles.why}>{i18n._(obstacleWords[obstacle])}</p>}
      <Button
        variant="ink"
        leftSection={<IconReceiptRefund size={18} stroke={1.75} />}
        disabled={obstacle !== null}
        onClick={onRefund}
      >
        <Trans>Refund</Trans>
      </Button>
    </footer>
  );
}
