import { LIMITS } from '@entrada/contract/constants';
import { useLingui } from '@lingui/react/macro';
import { CurrencySelect } from '../kit/fields/currency-select.tsx';
import { OptionalLabel } from '../kit/fields/labels.tsx';
import { LimitedInput } from '../kit/fields/limited-text.tsx';
import { TimeZoneSelect } from '../kit/fields/time-zone-select.tsx';
import { RichTextEditor } from '../kit/rich-text/editor.tsx';
import type { OrganizerField, OrganizerValues } from './values.ts';

type FieldsProps = {
  values: OrganizerValues;
  errors: Record<string, string>;
  set: <K extends OrganizerField>(field: K, value: OrganizerValues[K]) => void;
};

export function NameField({ values, errors, set }: FieldsProps) {
  const { t } = useLingui();
  return (
    <LimitedInput
      label={t`Name`}
      data-autofocus
      limit={LIMITS.name}
      value={values.name}
      onChange={(change) => set('name', change.currentTarget.value)}
      error={errors['name']}
    />
  );
}

export function ContactFields({ values, errors, set }: FieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <LimitedInput
        label={t`Email`}
        type="email"
        autoComplete="off"
        description={t`Buyers reach you here unless an event has an address of its own.`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        limit={LIMITS.email}
        value={values.email}
        onChange={(change) => set('email', change.currentTarget.value)}
        error={errors['email']}
      />
      <LimitedInput
        label={<OptionalLabel>{t`Website`}</OptionalLabel>}
        type="url"
        inputMode="url"
        placeholder="https://"
        limit={2048}
        value={values.website}
        onChange={(change) => set('website', change.currentTarget.value.trim())}
        error={errors['website']}
      />
    </>
  );
}

export function DetailsField({ values, errors, set }: FieldsProps) {
  const { t } = useLingui();
  return (
    <RichTextEditor
      label={<OptionalLabel>{t`Details`}</OptionalLabel>}
      isShort
      max={LIMITS.ticketDescription}
      value={values.description}
      onChange={(value) => set('description', value)}
      error={errors['description']}
    />
  );
}

export function MoneyAndZone({ values, errors, set }: FieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <CurrencySelect
        label={t`Currency`}
        value={values.currency}
        onChange={(value) => set('currency', value)}
        error={errors['currency']}
      />
      <TimeZoneSelect
        label={t`Time zone`}
        value={values.timezone}
        at={new Date().toISOString()}
        onChange={(value) => set('timezone', value)}
        error={errors['timezone']}
      />
    </>
  );
}
