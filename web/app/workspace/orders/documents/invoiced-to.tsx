import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useFocusBack } from '../../kit/dialogs/use-inline-form.ts';
import type { OrderView } from '../api.ts';
import styles from '../drawer.module.css';
import { DetailsForm } from './form.tsx';

type InvoicedToProps = { order: OrderView['order']; eventId: number; mayEdit: boolean };

/** To whom an order is invoiced, and the form that changes it. */
export function InvoicedTo({ order, eventId, mayEdit }: InvoicedToProps) {
  const { i18n } = useLingui();
  const [isEdited, setEdited] = useState(false);
  const button = useFocusBack<HTMLButtonElement>(isEdited);
  const { invoicedTo } = order;
  if (!invoicedTo) return null;
  if (isEdited) return <DetailsForm eventId={eventId} order={order} close={() => setEdited(false)} />;
  const { name, address, taxId, obstacle } = invoicedTo;
  return (
    <div className={styles.invoicedTo}>
      <dl className={styles.facts}>
        <dt>
          <Trans>Invoiced to</Trans>
        </dt>
        <dd>{name}</dd>
        {address && (
          <>
            <dt>
              <Trans>Address</Trans>
            </dt>
            <dd>{sideBySide(address.split('\n'), i18n.locale)}</dd>
          </>
        )}
        {taxId && (
          <>
            <dt>
              <Trans>Tax ID</Trans>
            </dt>
            <dd>{taxId}</dd>
          </>
        )}
      </dl>
      {mayEdit && obstacle === null && (
        <Button
          ref={button}
          className={styles.again}
          leftSection={<IconPencil size={18} stroke={1.75} />}
          onClick={() => setEdited(true)}
        >
          <Trans>Edit invoice details</Trans>
        </Button>
      )}
    </div>
  );
}
