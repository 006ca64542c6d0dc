import { TICKET_TYPES, type TicketType } from '@entrada/contract/catalog/tickets';
import { LIMITS } from '@entrada/contract/constants';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { IconCash, IconGift, IconHeart, IconLock, IconStairs } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Two } from '../kit/display/two.tsx';
import { DateTimeInput } from '../kit/fields/date-time-input.tsx';
import { FieldHint, OptionalLabel } from '../kit/fields/labels.tsx';
import { LimitedInput, LimitedTextarea } from '../kit/fields/limited-text.tsx';
import { MoneyInput } from '../kit/fields/money-input.tsx';
import { SaleEndNote } from '../kit/fields/sale-end-note.tsx';
import { FormSection } from '../kit/form/drawer-frame.tsx';
import type { Frame } from '../kit/form/typed.ts';
import { Stock } from './stock.tsx';
import styles from './tickets.module.css';
import { Tiers } from './tiers.tsx';
import { emptyPrice, type Flag, type PriceValues, type TicketValues } from './values.ts';

const typeIcons = { free: IconGift, paid: IconCash, donation: IconHeart, tiered: IconStairs };

type TicketFieldsProps = {
  values: TicketValues;
  frame: Frame;
  errors: Record<string, string>;
  /** The number of sold tickets. If any are sold, the type can't be changed. */
  sold: number;
  isTypeLocked: boolean;
  /** The section of taxes and fees. It is passed in, because it needs more data than this form. */
  taxesAndFees: ReactNode;
  set: (change: Partial<TicketValues>) => void;
};

export function TicketFields({
  values,
  frame,
  errors,
  sold,
  isTypeLocked,
  taxesAndFees,
  set,
}: TicketFieldsProps) {
  const { t } = useLingui();
  const typeId = useId();
  const typeNames: Record<TicketType, string> = {
    free: t`Free`,
    paid: t`Paid`,
    donation: t`Donation`,
    tiered: t`Tiered`,
  };
  return (
    <>
      <div>
        <div className={styles.label} id={typeId}>
          <Trans>Type</Trans>
        </div>
        <SegmentedControl
          fullWidth
          aria-labelledby={typeId}
          value={values.type}
          onChange={(type) => set({ type: type as TicketType })}
          readOnly={isTypeLocked}
          data={TICKET_TYPES.map((type) => {
            const Icon = typeIcons[type];
            return {
              value: type,
              disabled: isTypeLocked && type !== values.type,
              label: (
                <span className={styles.type}>
                  <Icon size={16} stroke={1.75} aria-hidden="true" />
                  {typeNames[type]}
                </span>
              ),
            };
          })}
        />
        {isTypeLocked && (
          <p className={styles.locked}>
            <IconLock size={16} stroke={1.75} aria-hidden="true" />
            {sold > 0
              ? t`The type is fixed because ${plural(sold, { one: '# ticket is sold', other: '# tickets are sold' })}.`
              : t`The type is fixed because there are orders for this ticket.`}
          </p>
        )}
        {errors['type'] && <p className={styles.error}>{errors['type']}</p>}
      </div>
      <LimitedInput
        label={t`Name`}
        data-autofocus
        limit={LIMITS.name}
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={errors['name']}
      />
      <LimitedTextarea
        label={<OptionalLabel>{t`Description`}</OptionalLabel>}
        autosize
        minRows={2}
        maxRows={8}
        limit={LIMITS.ticketDescription}
        value={values.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
        error={errors['description']}
      />
      <Admission values={values} errors={errors} isLocked={isTypeLocked} set={set} />
      {values.type === 'tiered' ? (
        <Tiers frame={frame} tiers={values.prices} errors={errors} onChange={(prices) => set({ prices })} />
      ) : (
        <SinglePrice values={values} frame={frame} errors={errors} set={set} />
      )}
      {values.admits && <OwnDates values={values} frame={frame} errors={errors} set={set} />}
      <FormSection title={t`On sale`}>
        <Two>
          <DateTimeInput
            label={<OptionalLabel>{t`Starts`}</OptionalLabel>}
            value={values.saleStartsAt}
            timezone={frame.timezone}
            onChange={(saleStartsAt) => set({ saleStartsAt })}
            error={errors['saleStartsAt']}
          />
          <DateTimeInput
            label={<OptionalLabel>{t`Ends`}</OptionalLabel>}
            value={values.saleEndsAt}
            timezone={frame.timezone}
            onChange={(saleEndsAt) => set({ saleEndsAt })}
            error={errors['saleEndsAt']}
          />
        </Two>
        <SaleEndNote saleStartsAt={values.saleStartsAt} saleEndsAt={values.saleEndsAt} />
        <FieldHint>
          <Trans>Leave empty to sell from now until the event ends.</Trans>
        </FieldHint>
      </FormSection>
      <FormSection title={t`Per order`}>
        <Two>
          <TextInput
            label={t`Minimum`}
            inputMode="numeric"
            value={values.minPerOrder}
            onChange={(event) => set({ minPerOrder: event.currentTarget.value })}
            error={errors['minPerOrder']}
          />
          <TextInput
            label={t`Maximum`}
            inputMode="numeric"
            value={values.maxPerOrder}
            onChange={(event) => set({ maxPerOrder: event.currentTarget.value })}
            error={errors['maxPerOrder']}
          />
        </Two>
        <Switch
          label={t`The maximum is for each person`}
          description={t`Counts all orders with one email address together. Cancelled tickets do not count.`}
          labelPosition="left"
          classNames={{ body: styles.switch }}
          checked={values.maxIsPerPerson}
          onChange={(event) => set({ maxIsPerPerson: event.currentTarget.checked })}
        />
      </FormSection>
      {taxesAndFees}
      <Visibility values={values} set={set} />
    </>
  );
}

function SinglePrice({
  values,
  frame,
  errors,
  set,
}: Omit<TicketFieldsProps, 'sold' | 'isTypeLocked' | 'taxesAndFees'>) {
  const { t } = useLingui();
  const price = values.prices[0] ?? emptyPrice('0');
  const change = (part: Partial<PriceValues>) =>
    set({ prices: [{ ...price, ...part }, ...values.prices.slice(1)] });
  const quantity = (
    <TextInput
      label={<OptionalLabel>{t`Quantity`}</OptionalLabel>}
      inputMode="numeric"
      placeholder={t`No limit`}
      value={price.quantity}
      onChange={(event) => change({ quantity: event.currentTarget.value })}
      error={errors['prices.0.quantity']}
      description={price.id === null ? t`Leave empty for no limit.` : <Stock price={price} />}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    />
  );
  if (values.type === 'free') return <Two>{quantity}</Two>;
  const isDonation = values.type === 'donation';
  return (
    <Two>
      <MoneyInput
        label={isDonation ? <OptionalLabel>{t`Minimum amount`}</OptionalLabel> : t`Price`}
        currency={frame.currency}
        value={price.amount}
        onChange={(amount) => change({ amount })}
        error={errors['prices.0.amount']}
      />
      {quantity}
    </Two>
  );
}

/** The part of the event that the ticket is for. Empty: the whole event. */
function OwnDates({
  values,
  frame,
  errors,
  set,
}: Pick<TicketFieldsProps, 'values' | 'frame' | 'errors' | 'set'>) {
  const { t } = useLingui();
  return (
    <FormSection title={t`Dates of its own`}>
      <Two>
        <DateTimeInput
          label={<OptionalLabel>{t`From`}</OptionalLabel>}
          value={values.ownStartsAt}
          timezone={frame.timezone}
          onChange={(ownStartsAt) => set({ ownStartsAt })}
          error={errors['ownStartsAt']}
        />
        <DateTimeInput
          label={<OptionalLabel>{t`Until`}</OptionalLabel>}
          value={values.ownEndsAt}
          timezone={frame.timezone}
          onChange={(ownEndsAt) => set({ ownEndsAt })}
          error={errors['ownEndsAt']}
        />
      </Two>
      <FieldHint>
        <Trans>
          For a ticket for one day of several. It opens the door from 6 hours before its start until its end,
          and moves along when the event moves. Leave empty for the whole event.
        </Trans>
      </FieldHint>
    </FormSection>
  );
}

/** Whether the ticket lets a person in. Fixed once there are orders for it. */
function Admission({
  values,
  errors,
  isLocked,
  set,
}: Pick<TicketFieldsProps, 'values' | 'errors' | 'set'> & { isLocked: boolean }) {
  const { t } = useLingui();
  return (
    <div>
      <Switch
        label={t`Lets a person in`}
        description={t`Off for pure support, such as a bursary fund: it asks for no name and issues no code.`}
        labelPosition="left"
        classNames={{ body: styles.switch }}
        checked={values.admits}
        disabled={isLocked}
        onChange={(event) => set({ admits: event.currentTarget.checked })}
        error={errors['admits']}
      />
      {isLocked && (
        <p className={styles.locked}>
          <IconLock size={16} stroke={1.75} aria-hidden="true" />
          <Trans>This is fixed because there are orders for this ticket.</Trans>
        </p>
      )}
    </div>
  );
}

function Visibility({ values, set }: Pick<TicketFieldsProps, 'values' | 'set'>) {
  const { t } = useLingui();
  const box = (flag: Flag, label: string, otherwise: string) => (
    <Checkbox
      label={label}
      description={otherwise}
      checked={values[flag]}
      onChange={(event) => set({ [flag]: event.currentTarget.checked })}
    />
  );
  const toggle = (flag: Flag, label: string, description: string) => (
    <Switch
      label={label}
      description={description}
      labelPosition="left"
      classNames={{ body: styles.switch }}
      checked={values[flag]}
      onChange={(event) => set({ [flag]: event.currentTarget.checked })}
    />
  );
  return (
    <FormSection title={t`Visibility`}>
      <Two>
        {box('hideBeforeSale', t`Hide before it goes on sale`, t`Otherwise buyers see when the sale starts.`)}
        {box('hideAfterSale', t`Hide after sales end`, t`Otherwise buyers see that the sale ended.`)}
        {box('hideWhenSoldOut', t`Hide when sold out`, t`Otherwise buyers see that it is sold out.`)}
        {box(
          'hideWithoutPromoCode',
          t`Show only with a promo code`,
          t`Buyers see it once they enter a code for it.`,
        )}
      </Two>
      <hr className={styles.line} />
      {toggle(
        'collapsedOnLoad',
        t`Start collapsed on the event page`,
        t`Buyers see the name and open the rest.`,
      )}
      {toggle('showQuantityRemaining', t`Show how many are left`, t`Beside each price that has a limit.`)}
      {toggle('hidden', t`Hide from everyone`, t`Nobody sees it or can buy it, with or without a code.`)}
    </FormSection>
  );
}
