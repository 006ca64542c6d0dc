import { LOCALES, type Locale } from '@entrada/contract/constants';
import type { ImportField } from '@entrada/contract/sales/imports/columns';
import { PAID_BY_HAND, type PaidByHand } from '@entrada/contract/sales/orders';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Select } from '@mantine/core';
import { isLocale, localeNames } from '../../../platform/i18n/locales.ts';
import { type GuestPrice, priceChoices } from '../../kit/guests/prices.ts';
import styles from './preview.module.css';

/** Instead of a price: a row that names no ticket is wrong. */
export const EACH_NAMES_ONE = 'each';
const FREE = 'free';

/** What holds for the whole file. `priceId`: for rows that name no ticket, or `EACH_NAMES_ONE`. */
export type Choices = {
  priceId: string;
  /** How everybody pays the full price at the door. Null: nobody pays. */
  payment: PaidByHand | null;
  locale: Locale;
  notify: boolean;
  skipKnown: boolean;
};

type OptionsProps = {
  prices: readonly GuestPrice[];
  columns: readonly (ImportField | null)[];
  choices: Choices;
  set: (change: Partial<Choices>) => void;
  /** How many rows have a ticket already, or the address of a row before. */
  doubtful: number;
};

/** What holds for all rows: ticket, language, mails, and people who have a ticket. */
export function Options({ prices, columns, choices, set, doubtful }: OptionsProps) {
  const { t } = useLingui();
  const paid: Record<PaidByHand, string> = {
    cash: t`Full price, paid in cash`,
    card: t`Full price, paid by card at the door`,
  };
  const hasTickets = columns.includes('ticket');
  return (
    <div className={styles.options}>
      <Select
        label={hasTickets ? t`Ticket of rows that name none` : t`Ticket of all guests`}
        allowDeselect={false}
        searchable
        value={choices.priceId}
        data={[
          ...(hasTickets ? [{ value: EACH_NAMES_ONE, label: t`Each row must name one` }] : []),
          ...priceChoices(prices),
        ]}
        onChange={(priceId) => priceId !== null && set({ priceId })}
        nothingFoundMessage={t`No ticket has this name.`}
      />
      {prices.some(({ price }) => price.amount > 0) && (
        <Select
          label={t`Price`}
          allowDeselect={false}
          value={choices.payment ?? FREE}
          data={[
            { value: FREE, label: t`Free` },
            ...PAID_BY_HAND.map((how) => ({ value: how, label: paid[how] })),
          ]}
          onChange={(how) => set({ payment: PAID_BY_HAND.find((one) => one === how) ?? null })}
        />
      )}
      <Select
        label={t`Language of emails and tickets`}
        allowDeselect={false}
        value={choices.locale}
        data={LOCALES.map((locale) => ({ value: locale, label: localeNames[locale] }))}
        onChange={(locale) => locale && isLocale(locale) && set({ locale })}
      />
      <Checkbox
        label={t`Email each guest their ticket`}
        description={t`Those without an email wait at the door by name.`}
        checked={choices.notify}
        onChange={(event) => set({ notify: event.currentTarget.checked })}
      />
      <Checkbox
        label={t`Skip people who already have a ticket`}
        description={
          doubtful === 0 ? (
            <Trans>Found by email, nobody in this file.</Trans>
          ) : (
            <Plural
              value={doubtful}
              one="Found by email, # row of this file."
              other="Found by email, # rows of this file."
            />
          )
        }
        checked={choices.skipKnown}
        onChange={(event) => set({ skipKnown: event.currentTarget.checked })}
      />
    </div>
  );
}
