import { Trans } from '@lingui/react/macro';
import { IconBuildingBank, IconCreditCard } from '@tabler/icons-react';
import styles from '../parts/offline.module.css';

export type PaymentMethod = 'card' | 'offline';

type MethodChoiceProps = { method: PaymentMethod; onChoose: (method: PaymentMethod) => void };

/** The choice between card and offline payment. Shown only if both are possible. */
export function MethodChoice({ method, onChoose }: MethodChoiceProps) {
  return (
    <fieldset className={styles.choice}>
      <legend>
        <Trans>How do you want to pay?</Trans>
      </legend>
      <label className={styles.method}>
        <input
          type="radio"
          name="method"
          value="card"
          checked={method === 'card'}
          onChange={() => onChoose('card')}
        />
        <span>
          <Trans>Card</Trans>
          <small>
            <Trans>Your order is complete at once.</Trans>
          </small>
        </span>
        <IconCreditCard size={20} stroke={1.75} aria-hidden="true" />
      </label>
      <label className={styles.method}>
        <input
          type="radio"
          name="method"
          value="offline"
          checked={method === 'offline'}
          onChange={() => onChoose('offline')}
        />
        <span>
          <Trans>Without a card</Trans>
          <small>
            <Trans>Order now, pay as the organizer describes.</Trans>
          </small>
        </span>
        <IconBuildingBank size={20} stroke={1.75} aria-hidden="true" />
      </label>
    </fieldset>
  );
}
