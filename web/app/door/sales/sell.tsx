import type { Locale } from '@entrada/contract/constants';
import { type DoorOffer, listDoorOffers, MOST_SOLD_AT_ONCE, sellAtDoor } from '@entrada/contract/door/sales';
import { listed, sideBySide } from '@entrada/contract/words/side-by-side';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCash, IconCreditCard, IconGift } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../platform/api/client.ts';
import { formatCount } from '../../platform/i18n/format.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Stepper } from '../../ui/form/stepper.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Money } from '../../ui/money.tsx';
import { Note } from '../../ui/notices/note.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { Comma } from '../../ui/space.tsx';
import { doorApi } from '../api.ts';
import { Problem } from '../reading/problem.tsx';
import { useRead } from '../reading/use-read.ts';
import { refusalWords } from './refusal.ts';
import styles from './sell.module.css';
import { type SaleDone, Sold } from './sold.tsx';

type SellViewProps = {
  listShortId: string;
  device: string;
  changes: number;
  onCounts: (counts: { attendees: number; checkedIn: number }) => void;
  onError: (error: unknown) => void;
};

type Quantities = Record<number, number>;
type Payment = 'cash' | 'card' | 'guest';

/** Tickets at the door: how many of each, who they are for, and how they were paid. */
export function SellView({ listShortId, device, changes, onCounts, onError }: SellViewProps) {
  const { t, i18n } = useLingui();
  const offers = useRead(
    listShortId,
    changes,
    async (signal) => (await doorApi(listDoorOffers, { params: { listShortId } }, { signal })).data,
    onError,
  );
  const [quantities, setQuantities] = useState<Quantities>({});
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [isLetIn, setLetIn] = useState(true);
  const [busy, setBusy] = useState<Payment>();
  const [refusal, setRefusal] = useState<ReactNode>();
  const [done, setDone] = useState<SaleDone>();
  /** A repeated press of a failed sale is the same sale, until something of it changes. */
  const attempt = useRef<{ wish: string; key: string; scannedAt: string }>(undefined);

  const data = offers.data;
  const lines = (data?.offers ?? []).flatMap((offer) => {
    const quantity = Math.min(quantities[offer.priceId] ?? 0, offer.left ?? MOST_SOLD_AT_ONCE);
    return quantity > 0 ? [{ offer, quantity }] : [];
  });
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const total = lines.reduce((sum, { offer, quantity }) => sum + offer.unitTotal * quantity, 0);
  const currency = data?.currency ?? 'EUR';
  const reset = () => {
    setQuantities({});
    setName('');
    setEmail('');
    setRefusal(undefined);
    setDone(undefined);
  };

  const sell = async (how: Payment) => {
    if (busy || count === 0) return;
    setBusy(how);
    setRefusal(undefined);
    const isGuest = how === 'guest' && total > 0;
    const [firstName = '', ...rest] = name.trim().split(/\s+/);
    const body = {
      lines: lines.map(({ offer, quantity }) => ({ priceId: offer.priceId, quantity })),
      payment: how === 'guest' ? null : how,
      isGuest,
      firstName: firstName || t`Guest`,
      lastName: rest.join(' '),
      email,
      locale: i18n.locale as Locale,
      expectedTotal: isGuest ? 0 : total,
      checkIn: isLetIn,
      device,
    };
    const wish = JSON.stringify(body);
    if (attempt.current?.wish !== wish)
      attempt.current = { wish, key: newIdempotencyKey(), scannedAt: new Date().toISOString() };
    const { key, scannedAt } = attempt.current;
    try {
      const { data: sold } = await doorApi(
        sellAtDoor,
        { params: { listShortId }, body: { ...body, scannedAt } },
        { idempotencyKey: key },
      );
      attempt.current = undefined;
      setDone(sold);
      onCounts(sold);
      offers.reload();
    } catch (error) {
      onError(error);
      setRefusal(refusalWords(i18n, error, currency));
      offers.reload();
    }
    setBusy(undefined);
  };

  if (done) return <Sold sale={done} email={email} onNext={reset} />;
  return (
    <div className={styles.view}>
      <div className={styles.body}>
        <h2 className={styles.heading}>
          <Trans>Sell at the door</Trans>
        </h2>
        <Problem problem={offers.problem} onRetry={offers.reload} />
        {!data && offers.problem === undefined && <Skeleton width="100%" height={240} />}
        {data?.offers.length === 0 && (
          <p className={styles.none}>
            <Trans>This list has no tickets that the door may sell.</Trans>
          </p>
        )}
        <ul>
          {data?.offers.map((offer) => (
            <OfferRow
              key={offer.priceId}
              offer={offer}
              currency={currency}
              quantity={Math.min(quantities[offer.priceId] ?? 0, offer.left ?? MOST_SOLD_AT_ONCE)}
              room={MOST_SOLD_AT_ONCE - count}
              onChange={(quantity) => setQuantities((known) => ({ ...known, [offer.priceId]: quantity }))}
            />
          ))}
        </ul>
        {count > 0 && (
          <div className={styles.fields}>
            <TextInput
              label={<Trans>Name</Trans>}
              optional
              value={name}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
            <TextInput
              label={<Trans>Email for the tickets</Trans>}
              optional
              type="email"
              inputMode="email"
              value={email}
              autoComplete="off"
              onChange={(event) => setEmail(event.target.value)}
            />
            <Checkbox
              label={<Plural value={count} one="Check in now" other="Check in all # now" />}
              checked={isLetIn}
              onChange={(event) => setLetIn(event.target.checked)}
            />
          </div>
        )}
      </div>
      {count > 0 && (
        <div className={styles.pay}>
          {refusal && (
            <Note tone="error" announce>
              {refusal}
            </Note>
          )}
          <div className={styles.total}>
            <p>
              <Plural value={count} one="# ticket" other="# tickets" />
              <Taxes lines={lines} />
            </p>
            <p className={styles.sum} aria-live="polite">
              <Money minor={total} currency={currency} />
            </p>
          </div>
          <div className={styles.buttons}>
            {total > 0 ? (
              <>
                <Button
                  size="door"
                  icon={<IconCash size={22} stroke={1.75} aria-hidden="true" />}
                  loading={busy === 'cash'}
                  onClick={() => void sell('cash')}
                >
                  <Trans>Cash</Trans>
                </Button>
                <Button
                  size="door"
                  variant="primary"
                  icon={<IconCreditCard size={22} stroke={1.75} aria-hidden="true" />}
                  loading={busy === 'card'}
                  onClick={() => void sell('card')}
                >
                  <Trans>Card</Trans>
                </Button>
              </>
            ) : (
              <Button
                size="door"
                variant="primary"
                className={styles.wide}
                loading={busy === 'guest'}
                onClick={() => void sell('guest')}
              >
                <Plural value={count} one="Add guest" other="Add # guests" />
              </Button>
            )}
          </div>
          {total > 0 && (
            <Button
              size="xl"
              variant="ghost"
              block
              icon={<IconGift size={20} stroke={1.75} aria-hidden="true" />}
              loading={busy === 'guest'}
              onClick={() => void sell('guest')}
            >
              <Plural value={count} one="Add as a guest, for free" other="Add as guests, for free" />
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

type OfferRowProps = {
  offer: DoorOffer;
  currency: string;
  quantity: number;
  /** How many more one sale may have. */
  room: number;
  onChange: (quantity: number) => void;
};

function OfferRow({ offer, currency, quantity, room, onChange }: OfferRowProps) {
  const { i18n } = useLingui();
  const name = sideBySide([offer.ticket, offer.label], i18n.locale);
  const left = offer.left === null ? null : formatCount(offer.left, i18n.locale);
  const most = Math.min(offer.left ?? MOST_SOLD_AT_ONCE, quantity + room);
  return (
    <li className={styles.offer}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.detail}>
          {offer.unitTotal === 0 ? (
            <Trans>Free</Trans>
          ) : (
            <Money minor={offer.unitTotal} currency={currency} />
          )}
          {offer.fees > 0 && (
            <>
              <Comma />
              <Trans>
                <Money minor={offer.fees} currency={currency} /> of it fees
              </Trans>
            </>
          )}
          {offer.left !== null && offer.left > 0 && (
            <>
              {' · '}
              <Trans>{left} left</Trans>
            </>
          )}
        </p>
      </div>
      {offer.left === 0 ? (
        <p className={styles.state}>
          <Trans>Sold out</Trans>
        </p>
      ) : (
        <Stepper
          label={name}
          name={`price-${offer.priceId}`}
          value={quantity}
          max={most}
          onChange={onChange}
        />
      )}
    </li>
  );
}

/** The names of the taxes that the total contains. */
function Taxes({ lines }: { lines: { offer: DoorOffer }[] }) {
  const { i18n } = useLingui();
  const taxed = lines.filter(({ offer }) => offer.taxAdded + offer.taxIncluded > 0);
  const names = listed([...new Set(taxed.flatMap(({ offer }) => offer.taxes))], i18n.locale);
  if (!names) return null;
  return (
    <>
      <Comma />
      <Trans>{names} included</Trans>
    </>
  );
}
