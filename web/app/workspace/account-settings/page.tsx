import { LIMITS, LOCALES } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { useLoaderData } from 'react-router';
import { localeNames } from '../../platform/i18n/locales.ts';
import { HistorySection } from '../kit/audit/section.tsx';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
import { Section } from '../kit/display/section.tsx';
import { OptionalLabel } from '../kit/fields/labels.tsx';
import { LimitedInput, LimitedTextarea } from '../kit/fields/limited-text.tsx';
import { PageForm, SaveBar } from '../kit/form/page-form.tsx';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { ImageField } from '../kit/images/field.tsx';
import { useSettingsWords } from './labels.ts';
import { loadPage } from './load.ts';
import styles from './page.module.css';
import { SecondFactorSwitch } from './second-factor-switch.tsx';
import { useSettingsForm } from './use-form.ts';

export const loader = loadPage;

const SHOWN = ['name', 'legalName', 'address', 'taxId', 'locale', 'requiresSecondFactor'] as const;

export default function AccountDetailsPage() {
  const { t } = useLingui();
  const { me } = useSession();
  const form = useSettingsForm(useLoaderData<typeof loader>(), {
    success: t`Account details saved.`,
    shown: SHOWN,
  });
  const { labels } = useSettingsWords();
  const { values, errors, set } = form;
  return (
    <div className={styles.page}>
      <PageHeader title={<Trans>Account details</Trans>} tab={[t`Account details`]} />
      <PageForm form={form} aboveClass={styles.above}>
        <Section
          title={<Trans>Name</Trans>}
          text={<Trans>What your team sees. Buyers see organizers.</Trans>}
        >
          <LimitedInput
            label={labels.name}
            autoComplete="off"
            limit={LIMITS.name}
            value={values.name}
            onChange={(change) => set('name', change.currentTarget.value)}
            error={errors['name']}
          />
        </Section>
        <Section
          title={<Trans>Logo</Trans>}
          text={
            <Trans>
              In the menu of your team, and at the head of emails to buyers if the organizer has no logo of
              its own. Invoices carry none. Saved at once.
            </Trans>
          }
        >
          <ImageField
            home="account"
            image={me.account.logo}
            alt={t`Logo of ${me.account.name}`}
            touches={[keys.me]}
          />
        </Section>
        <Section
          title={<Trans>Business</Trans>}
          text={
            <Trans>
              On invoices of events without an issuer of their own. Invoices that were issued stay as they
              are.
            </Trans>
          }
        >
          <LimitedInput
            label={<OptionalLabel>{labels.legalName}</OptionalLabel>}
            autoComplete="organization"
            limit={LIMITS.invoiceName}
            value={values.legalName}
            onChange={(change) => set('legalName', change.currentTarget.value)}
            error={errors['legalName']}
          />
          <LimitedTextarea
            label={<OptionalLabel>{labels.address}</OptionalLabel>}
            autoComplete="street-address"
            autosize
            minRows={3}
            limit={LIMITS.invoiceAddress}
            value={values.address}
            onChange={(change) => set('address', change.currentTarget.value)}
            error={errors['address']}
          />
          <LimitedInput
            label={<OptionalLabel>{labels.taxId}</OptionalLabel>}
            autoComplete="off"
            limit={LIMITS.invoiceTaxId}
            value={values.taxId}
            onChange={(change) => set('taxId', change.currentTarget.value)}
            error={errors['taxId']}
          />
        </Section>
        <Section
          title={<Trans>Language</Trans>}
          text={<Trans>Of emails about new orders that go to organizers.</Trans>}
        >
          <NativeSelect
            label={labels.locale}
            value={values.locale}
            onChange={(change) => set('locale', change.currentTarget.value)}
            data={[
              { value: '', label: t`As the owner` },
              ...LOCALES.map((value) => ({ value, label: localeNames[value] })),
            ]}
          />
        </Section>
        <Section
          title={<Trans>Signing in</Trans>}
          text={<Trans>A second factor is a code of an app, or a passkey.</Trans>}
        >
          <SecondFactorSwitch
            isOn={values.requiresSecondFactor}
            wasOn={form.base.requiresSecondFactor}
            label={labels.requiresSecondFactor}
            onChange={(isOn) => set('requiresSecondFactor', isOn)}
          />
        </Section>
        <SaveBar form={form} />
      </PageForm>
      <HistorySection kind="account" id={me.account.id} />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
