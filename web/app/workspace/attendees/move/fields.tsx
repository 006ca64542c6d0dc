import { formatMoney } from '@entrada/contract/money';
import type { MoveChoice, MoveQuote, MoveSettlement } from '@entrada/contract/sales/moves/to-another-ticket';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Radio, Select, Stack } from '@mantine/core';
import { errorCodeMessage } from '../../../platform/api/error-messages.ts';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { workspaceErrors } from '../../kit/data/error-messages.ts';
import styles from './move.module.css';

/** `place`: what the attendee has until the move. */
export type MoveValues = {
  priceId: string | null;
  settlement: MoveSettlement | null;
  exceedCapacity: boolean;
  place: string;
};

type FieldsProps = {
  quote: MoveQuote;
  chosen: MoveChoice | undefined;
  values: MoveValues;
  errors: Record<string, string>;
  set: (change: Partial<MoveValues>) => void;
};

/** The new ticket with what is left of it, and whether it may go beyond the capacity. */
export function PlaceField({ quote, chosen, values, errors, set }: FieldsProps) {
  const { t, i18n } = useLingui();
  const locale = languageTag(i18n.locale);
  const available = chosen?.left ?? null;
  const isScarce = available === 0;
  return (
    <>
      <Select
        label={t`New ticket`}
        placeholder={t`Choose a ticket`}
        searchable
        allowDeselect={false}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        value={values.priceId}
        onChange={(priceId) => {
          const choice = quote.choices.find((one) => String(one.priceId) === priceId);
          if (choice) set({ priceId, settlement: choice.settlements[0] ?? null, exceedCapacity: false });
        }}
        data={quote.choices.map((one) => ({
          value: String(one.priceId),
          label: `${sideBySide([one.ticketName, one.priceLabel], i18n.locale)} · ${formatMoney({
            minor: one.total,
            currency: quote.currency,
            locale,
          })}`,
        }))}
        nothingFoundMessage={t`No ticket has this name.`}
        description={
          available !== null && <Plural value={available} one="# place is left" other="# places are left" />
        }
        error={errors['priceId'] && t`Choose a ticket.`}
      />
      {(isScarce || values.exceedCapacity || errors['exceedCapacity']) && (
        <Checkbox
          label={t`Go beyond the capacity`}
          description={<Trans>The timeline says who wanted it. Nothing more is sold meanwhile.</Trans>}
          checked={values.exceedCapacity}
          onChange={(change) => set({ exceedCapacity: change.currentTarget.checked })}
          error={errors['exceedCapacity']}
        />
      )}
    </>
  );
}

/** What the place came to, what the new one costs, and what becomes of the difference. */
export function DifferenceFields({
  quote,
  chosen,
  values,
  errors,
  set,
}: FieldsProps & { chosen: MoveChoice }) {
  const { t, i18n } = useLingui();
  const write = (minor: number) =>
    formatMoney({ minor, currency: quote.currency, locale: languageTag(i18n.locale) });
  const { difference, obstacle } = chosen;
  const amount = write(Math.abs(difference));
  const ways: Record<MoveSettlement, { label: string; description: string }> = {
    owed: {
      label: t`The buyer still pays ${amount}`,
      description: t`The order shows it as open until you mark it as paid.`,
    },
    given_back: {
      label: t`${amount} goes back to the buyer`,
      description:
        quote.givesBack === 'by_refund'
          ? t`A refund to the card starts at once.`
          : t`You give it back yourself. It is recorded as done.`,
    },
    waived: {
      label: t`Nobody pays the difference`,
      description: difference > 0 ? t`The buyer pays nothing more.` : t`Nothing goes back to the buyer.`,
    },
  };
  return (
    <>
      <dl className={styles.sum} aria-live="polite">
        <dt>
          <Trans>Price until now</Trans>
        </dt>
        <dd className="num">{write(quote.value)}</dd>
        <dt>
          <Trans>New price, fees and taxes included</Trans>
        </dt>
        <dd className="num">{write(chosen.total)}</dd>
        <dt className={styles.total}>
          <Trans>Difference</Trans>
        </dt>
        <dd className={`num ${styles.total}`}>
          {difference > 0 ? '+' : ''}
          {write(difference)}
        </dd>
      </dl>
      {difference !== 0 && (
        <Radio.Group
          label={t`What becomes of the difference`}
          value={values.settlement}
          onChange={(way) =>
            set({ settlement: chosen.settlements.find((one) => one === way) ?? values.settlement })
          }
          error={errors['settlement']}
        >
          <Stack gap="var(--s3)" className={styles.ways}>
            {chosen.settlements.map((way) => (
              <Radio key={way} value={way} {...ways[way]} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {obstacle && <Note tone="info">{errorCodeMessage(i18n, obstacle, workspaceErrors)}</Note>}
    </>
  );
}
