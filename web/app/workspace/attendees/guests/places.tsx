import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Select } from '@mantine/core';
import { type GuestPrice, priceChoices } from '../../kit/guests/prices.ts';
import type { GuestValues } from './values.ts';

/** What the parts of the form share. */
export type Part = {
  values: GuestValues;
  set: (change: Partial<GuestValues> | ((now: GuestValues) => Partial<GuestValues>)) => void;
  errors: Record<string, string>;
};

type PlaceFieldsProps = Part & {
  prices: readonly GuestPrice[];
  /** How many places are left; null if nothing limits them. */
  available: number | null;
  isScarce: boolean;
};

/** The ticket, and whether it may go beyond the capacity. */
export function PlaceFields({ prices, values, set, errors, available, isScarce }: PlaceFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <Select
        label={t`Ticket`}
        searchable
        allowDeselect={false}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        value={values.priceId}
        // What people pay is asked again for another ticket.
        onChange={(priceId) =>
          priceId && set({ priceId, cost: 'free', amount: '', exceedCapacity: false, attendeeAnswers: [] })
        }
        data={priceChoices(prices)}
        nothingFoundMessage={t`No ticket has this name.`}
        description={
          available !== null && <Plural value={available} one="# place is left" other="# places are left" />
        }
        error={errors['priceId']}
      />
      {(isScarce || values.exceedCapacity) && (
        <Checkbox
          label={t`Go beyond the capacity`}
          description={
            <Trans>
              More people then come than the capacity allows. The order notes this and who decided it. Nothing
              more is sold until there is room again.
            </Trans>
          }
          checked={values.exceedCapacity}
          onChange={(change) => set({ exceedCapacity: change.currentTarget.checked })}
          error={errors['exceedCapacity']}
        />
      )}
    </>
  );
}
