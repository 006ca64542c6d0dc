import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Form } from 'react-router';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/notices/dialog.tsx';
import styles from './cancel-order.module.css';
import { stepPath } from './paths.ts';

/** Gives the tickets back after a confirmation. Only leaving the page keeps them held. */
export function CancelOrder({ order }: { order: BuyerOrder }) {
  const isHydrated = useHydrated();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={styles.cancel}>
      <Form method="post" action={stepPath(order, 'details')}>
        <input type="hidden" name="intent" value="cancel" />
        <Button
          type="submit"
          variant="ghost"
          size="md"
          onClick={(event) => {
            if (!isHydrated) return;
            event.preventDefault();
            setAsking(true);
          }}
        >
          <Trans>Cancel order</Trans>
        </Button>
        <Dialog
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          title={<Trans>Cancel this order?</Trans>}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>
                <Trans>Keep order</Trans>
              </Button>
              <Button type="submit" variant="danger-solid">
                <Trans>Cancel order</Trans>
              </Button>
            </>
          }
        >
          <Trans>The order ends at once, and what it holds may be sold to somebody else.</Trans>
        </Dialog>
      </Form>
    </div>
  );
}
