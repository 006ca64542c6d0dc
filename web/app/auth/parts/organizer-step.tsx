import { LIMITS } from '@entrada/contract/constants';
import { toSlug } from '@entrada/contract/slug';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import type { Refused } from '../../platform/api/refusal.ts';
import { useRefusal } from '../../platform/api/use-refusal.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import styles from './form.module.css';
import { Frame } from './frame.tsx';
import { RefusalNote } from './refusal-note.tsx';
import { useZone, ZoneField } from './zone-field.tsx';

const fields = ['name', 'email', 'currency', 'timezone'] as const;

type OrganizerStepProps = {
  email: string;
  account: { currency: string; timezone: string };
  siteUrl: string;
  zones: string[];
  currencies: { code: string; name: string }[];
  refused: Refused | undefined;
};

/** First step: the brand under which events appear. */
export function OrganizerStep(props: OrganizerStepProps) {
  const { email, account, zones, currencies } = props;
  const { t } = useLingui();
  const { refusal, typed } = props.refused ?? {};
  const { form, errors } = useRefusal(refusal);
  const [zone, setZone] = useZone(typed?.['timezone'] || account.timezone);
  const [name, setName] = useState(typed?.['name'] ?? '');
  const isBusy = useNavigation().formMethod === 'POST';
  const address = `${props.siteUrl.replace(/^https?:\/\//, '')}/${toSlug(name, 'organizer')}`;
  return (
    <Frame
      isSignedIn
      title={t`Who organizes?`}
      heading={<Trans>Who organizes?</Trans>}
      lead={<Trans>Buyers see this name on every event and every ticket.</Trans>}
    >
      <Form method="post" noValidate ref={form} className={styles.form}>
        <RefusalNote refusal={refusal} fields={fields} />
        <TextInput
          label={t`Organizer name`}
          name="name"
          autoComplete="organization"
          limit={LIMITS.name}
          autoFocus
          defaultValue={typed?.['name']}
          onChange={(event) => setName(event.currentTarget.value)}
          hint={
            name.trim() === '' ? (
              <Trans>A club, a festival, a company, or your own name.</Trans>
            ) : (
              <Trans>Public page: {address}. If it is taken, a number is added.</Trans>
            )
          }
          error={errors['name']}
        />
        <TextInput
          label={t`Email`}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={typed?.['email'] ?? email}
          hint={<Trans>Where buyers’ answers go.</Trans>}
          error={errors['email']}
        />
        <Select
          label={t`Currency`}
          name="currency"
          defaultValue={typed?.['currency'] ?? account.currency}
          hint={<Trans>New events start with it.</Trans>}
          error={errors['currency']}
        >
          {currencies.map((currency) => (
            <option key={currency.code} value={currency.code}>
              {`${currency.code} · ${currency.name}`}
            </option>
          ))}
        </Select>
        <ZoneField zones={zones} value={zone} onChange={setZone} error={errors['timezone']} />
        <Button type="submit" variant="primary" size="xl" block loading={isBusy}>
          <Trans>Continue</Trans>
        </Button>
      </Form>
    </Frame>
  );
}
