import { personName } from '@entrada/contract/accounts/person-name';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCreditCard, IconLock } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { Select } from '../../ui/form/select.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { stepPath } from '../parts/paths.ts';
import {
  type CardEntry,
  type CardField,
  cardFieldMessage,
  confirmCard,
  formatExpiry,
  groupDigits,
  type PaymentStart,
} from './card.ts';
import { earlierFailure } from './earlier-failure.ts';
import { PaymentFailure } from './failure.tsx';
import styles from './page.module.css';
import { PayButton } from './pay-button.tsx';
import { TestMode } from './test-mode.tsx';

type CardFormProps = {
  order: BuyerOrder;
  start: PaymentStart;
  /** The total in the reader's language, for the button. */
  total: string;
  countries: { code: string; name: string }[];
  recap: ReactNode;
};

const fields: CardField[] = ['number', 'expiry', 'cvc', 'name', 'country', 'postalCode'];

/** The card form of the built-in bank. The browser sends the card data only to the bank. */
export function CardForm({ order, start, total, countries, recap }: CardFormProps) {
  const { i18n, t } = useLingui();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  const note = useRef<HTMLDivElement>(null);
  const isBusy = useRef(false);
  const [isPaying, setPaying] = useState(false);
  const [failure, setFailure] = useState(() => earlierFailure(order));
  const [errors, setErrors] = useState<Partial<Record<CardField, string>>>({});
  const [number, setNumber] = useState('');
  const [expiry, setExpiry] = useState('');

  useEffect(() => {
    const first = fields.find((field) => errors[field]);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [errors]);

  const pay = async (element: HTMLFormElement) => {
    // A second press must not start a second payment. A ref is exact even before React renders again.
    if (isBusy.current) return;
    isBusy.current = true;
    setPaying(true);
    setFailure(null);
    const typed = new FormData(element);
    const card = Object.fromEntries(
      fields.map((field) => [field, String(typed.get(field) ?? '')]),
    ) as CardEntry;
    const result = await confirmCard(start, card, i18n.locale);
    // The button stays busy until the next page has opened, so that nobody can press it again.
    if (result.kind === 'confirm') return location.assign(result.url);
    if (result.kind === 'done') return void navigate(stepPath(order, 'payment_return'), { replace: true });
    isBusy.current = false;
    setPaying(false);
    setErrors(result.kind === 'fields' ? result.errors : {});
    if (result.kind === 'declined') setFailure(result.failure);
    if (result.kind === 'unconfirmed') setFailure('unconfirmed');
    if (result.kind === 'ended') {
      setFailure('processing_error');
      await revalidate();
    }
    if (result.kind !== 'fields') note.current?.focus();
  };

  const wrong = (field: CardField) => {
    const code = errors[field];
    return code && cardFieldMessage(i18n, code);
  };
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void pay(event.currentTarget);
      }}
    >
      {start.isTestMode && <TestMode onChoose={setNumber} />}
      <div ref={note} tabIndex={-1} className={failure ? styles.note : undefined}>
        <PaymentFailure failure={failure} />
      </div>
      <div className={styles.methods}>
        <div className={styles.method}>
          <IconCreditCard size={20} stroke={1.75} aria-hidden="true" />
          <h2>
            <Trans>Card</Trans>
          </h2>
          <span className={styles.brands}>
            <Trans>Visa, Mastercard, Amex</Trans>
          </span>
        </div>
        <div className={styles.grid}>
          <div className={styles.full}>
            <TextInput
              name="number"
              label={t`Card number`}
              inputMode="numeric"
              autoComplete="cc-number"
              maxLength={23}
              value={number}
              error={wrong('number')}
              onChange={(event) => setNumber(groupDigits(event.currentTarget.value))}
              after={<IconLock size={16} stroke={1.75} aria-hidden="true" />}
            />
          </div>
          <TextInput
            name="expiry"
            label={t`Expiry`}
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder={t`MM / YY`}
            maxLength={9}
            value={expiry}
            error={wrong('expiry')}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setExpiry(value.length < expiry.length ? value : formatExpiry(value));
            }}
          />
          <TextInput
            name="cvc"
            label={t`Security code`}
            inputMode="numeric"
            autoComplete="cc-csc"
            maxLength={4}
            error={wrong('cvc')}
          />
          <div className={styles.full}>
            <TextInput
              name="name"
              label={t`Name on card`}
              autoComplete="cc-name"
              limit={150}
              defaultValue={order.buyer ? personName(order.buyer) : ''}
              error={wrong('name')}
            />
          </div>
          <Select
            name="country"
            label={t`Country`}
            autoComplete="country"
            defaultValue={order.event.location.country}
            error={wrong('country')}
          >
            <option value="">{t`Choose`}</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
          <TextInput
            name="postalCode"
            label={t`Postal code`}
            autoComplete="postal-code"
            limit={20}
            error={wrong('postalCode')}
          />
        </div>
      </div>
      {recap}
      <PayButton total={total} isPaying={isPaying} />
    </form>
  );
}
