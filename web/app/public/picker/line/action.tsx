import { currencyExponent, formatMoney } from '@entrada/contract/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconClock, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Stepper } from '../../../ui/form/stepper.tsx';
import { ADD_FIELD, canBuy, fieldName, firstQuantity, mostOf, type PublicPrice } from '../selection.ts';
import { fieldMarks } from './problem.tsx';
import type { TicketRowProps } from './props.ts';
import styles from './row.module.css';
import { saleDate } from './sale-date.ts';

type LineActionProps = TicketRowProps & { price: PublicPrice; name: string };

/**
 * The right side of a line: Add and then a stepper, an amount for a donation, or why the ticket cannot be bought.
 */
export function LineAction(props: LineActionProps) {
  const { event, ticket, price } = props;
  if (!canBuy(price)) return <Unavailable {...props} />;
  if (event.isPreview) return <div className={styles.action} />;
  return (
    <div className={styles.action}>
      {ticket.type === 'donation' ? <Donation {...props} /> : <Quantity {...props} />}
    </div>
  );
}

function Quantity(props: LineActionProps) {
  const { ticket, price, selection, name, onChange } = props;
  const { t } = useLingui();
  const typed = selection[price.id] ?? '';
  const quantity = Number(typed) || 0;
  const least = firstQuantity(ticket, price);
  const most = mostOf(ticket, price, selection);
  const isChosen = quantity > 0;
  const box = useRef<HTMLDivElement>(null);
  /** The state after the visitor's own press. In that state the pressed button no longer exists. */
  const leadsTo = useRef<boolean | null>(null);
  useEffect(() => {
    if (leadsTo.current !== isChosen) return;
    leadsTo.current = null;
    // The button that adds one ticket: it stands alone, or it is the last one of the stepper.
    box.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
  }, [isChosen]);
  const set = (wanted: number) => {
    // An order cannot take fewer tickets than its minimum. Below the minimum the quantity becomes zero.
    const value = wanted < least ? (wanted < quantity ? 0 : Math.min(least, most)) : wanted;
    if (value > 0 !== isChosen) leadsTo.current = value > 0;
    onChange(price.id, String(value));
  };
  return (
    <>
      <div className={styles.scripted} ref={box}>
        {isChosen ? (
          <Stepper
            label={name}
            name={fieldName(price.id)}
            value={quantity}
            max={Math.max(most, quantity)}
            onChange={set}
            marks={fieldMarks(props)}
          />
        ) : (
          // Without scripts the button sends the form, and the page comes back with one ticket added.
          <Button
            type="submit"
            formMethod="get"
            name={ADD_FIELD}
            value={price.id}
            className={styles.add}
            icon={<IconPlus size={16} stroke={2} aria-hidden="true" />}
            aria-label={t`Add one ${name}`}
            disabled={most < 1}
            onClick={(event) => {
              event.preventDefault();
              set(Math.min(least, most));
            }}
          >
            <Trans>Add</Trans>
          </Button>
        )}
      </div>
      <noscript>
        <input
          id={fieldName(price.id)}
          className={styles.plain}
          type="number"
          name={fieldName(price.id)}
          aria-label={t`Quantity of ${name}`}
          {...fieldMarks(props)}
          min={0}
          max={price.maxNow}
          defaultValue={typed || 0}
        />
      </noscript>
    </>
  );
}

function Donation(props: LineActionProps) {
  const { event, price, selection, name, onChange } = props;
  const { i18n, t } = useLingui();
  const locale = languageTag(i18n.locale);
  const { currency } = event;
  const minimum = formatMoney({ minor: price.amount, currency, locale });
  const parts = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  const symbol = parts.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
  const hintId = `minimum-${price.id}`;
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the script came
  useEffect(() => {
    const typed = field.current?.value ?? '';
    if (typed !== (selection[price.id] ?? '')) onChange(price.id, typed);
  }, []);
  return (
    <div className={styles.gift}>
      <div className={styles.amountField}>
        <span aria-hidden="true">{symbol}</span>
        <input
          ref={field}
          type="text"
          id={fieldName(price.id)}
          name={fieldName(price.id)}
          inputMode={currencyExponent(currency) === 0 ? 'numeric' : 'decimal'}
          autoComplete="off"
          maxLength={20}
          aria-label={t`Amount for ${name}`}
          {...fieldMarks(props, hintId)}
          value={selection[price.id] ?? ''}
          onChange={(change) => onChange(price.id, change.currentTarget.value)}
        />
      </div>
      <small id={hintId}>
        {price.amount > 0 ? <Trans>{minimum} minimum</Trans> : <Trans>Any amount</Trans>}
      </small>
    </div>
  );
}

function Unavailable({ event, ticket, price }: LineActionProps) {
  const { i18n } = useLingui();
  const { availability, saleStartsAt } = price;
  const isTier = ticket.type === 'tiered';
  const { startsAt: eventStartsAt, timezone } = event;
  const start =
    saleStartsAt && saleDate({ at: saleStartsAt, eventStartsAt, timezone, locale: i18n.locale }, !isTier);
  return (
    <div className={styles.action}>
      <span className={styles.state}>
        {availability === 'not_started' && !isTier && (
          <IconClock size={16} stroke={1.75} aria-hidden="true" />
        )}
        {availability === 'not_started' && start ? (
          isTier ? (
            <Trans>From {start}</Trans>
          ) : (
            <Trans>On sale {start}</Trans>
          )
        ) : availability === 'not_started' ? (
          <Trans>Not on sale yet</Trans>
        ) : availability === 'ended' ? (
          <Trans>Sale ended</Trans>
        ) : availability === 'hidden' ? (
          <Trans>Not on sale</Trans>
        ) : (
          <Trans>Sold out</Trans>
        )}
      </span>
    </div>
  );
}
