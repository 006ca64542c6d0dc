import { Trans } from '@lingui/react/macro';
import { IconLock } from '@tabler/icons-react';
import { useSite } from '../../platform/site.ts';
import { Button } from '../../ui/buttons/button.tsx';
import styles from './page.module.css';

type PayButtonProps = {
  /** The total in the reader's language. */
  total: string;
  isPaying: boolean;
  /** The form is not ready to be filled in. */
  isWaiting?: boolean;
};

/** The button that charges the card, and the terms that the buyer accepts with it. */
export function PayButton({ total, isPaying, isWaiting = false }: PayButtonProps) {
  const { termsUrl } = useSite();
  return (
    <div className={styles.pay}>
      <Button
        type="submit"
        variant="primary"
        size="xl"
        block
        loading={isPaying}
        disabled={isWaiting}
        icon={<IconLock size={18} stroke={2} aria-hidden="true" />}
      >
        <span className="num">
          <Trans>Pay {total}</Trans>
        </span>
      </Button>
      <p className={styles.small}>
        <Trans>
          By paying you accept the{' '}
          <a className="link" href={termsUrl} target="_blank" rel="noreferrer">
            terms of sale
          </a>
          .
        </Trans>
      </p>
    </div>
  );
}
