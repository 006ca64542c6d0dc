import { LIMITS, LOCALES } from '@entrada/contract/constants';
import { useLingui } from '@lingui/react/macro';
import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { localeNames } from '../../../platform/i18n/locales.ts';
import { NameOrder } from '../../../ui/name-order.tsx';
import { Two } from '../../kit/display/two.tsx';
import { LimitedInput } from '../../kit/fields/limited-text.tsx';

export type PersonValues = { firstName: string; lastName: string; email: string; locale: string };

type PersonFieldsProps = {
  values: PersonValues;
  errors: Record<string, string>;
  set: (change: Partial<PersonValues>) => void;
  emailNote?: ReactNode;
  startsAtEmail?: boolean | undefined;
};

/** The names, the address and the language of a person. */
export function PersonFields({ values, errors, set, emailNote, startsAtEmail }: PersonFieldsProps) {
  const { t } = useLingui();
  const name = (field: 'firstName' | 'lastName', label: string) => (
    <LimitedInput
      label={label}
      autoComplete="off"
      limit={LIMITS[field]}
      value={values[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
      error={errors[field]}
    />
  );
  return (
    <>
      <Two>
        <NameOrder first={name('firstName', t`First name`)} last={name('lastName', t`Last name`)} />
      </Two>
      <TextInput
        type="email"
        label={t`Email`}
        autoComplete="off"
        data-autofocus={startsAtEmail || undefined}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={emailNote}
        value={values.email}
        onChange={(event) => set({ email: event.currentTarget.value })}
        error={errors['email']}
      />
      <NativeSelect
        label={t`Language`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={t`The tickets and emails for this person are in this language.`}
        value={values.locale}
        data={LOCALES.map((value) => ({ value, label: localeNames[value] }))}
        onChange={(event) => set({ locale: event.currentTarget.value })}
        error={errors['locale']}
      />
    </>
  );
}
