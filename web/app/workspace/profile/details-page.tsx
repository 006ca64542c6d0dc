import { updateMe } from '@entrada/contract/accounts/accounts';
import { COLOR_SCHEMES, LOCALES } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  Button,
  Group,
  NativeSelect,
  SegmentedControl,
  TextInput,
  useMantineColorScheme,
} from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { api } from '../../platform/api/client.ts';
import type { ColorScheme } from '../../platform/color-scheme.ts';
import { isLocale, localeNames } from '../../platform/i18n/locales.ts';
import { Note } from '../../ui/notices/note.tsx';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
import { useChange } from '../kit/data/use-change.ts';
import { Section } from '../kit/display/section.tsx';
import { TimeZoneSelect } from '../kit/fields/time-zone-select.tsx';
import { useFormErrors } from '../kit/form/use-form-errors.ts';
import { useLeaveGuard } from '../kit/form/use-leave-guard.ts';
import { PageError } from '../kit/frame/page-error.tsx';
import styles from './profile.module.css';

const FIELDS = ['firstName', 'lastName', 'locale', 'timezone'];
const isKnown = (path: string) => FIELDS.includes(path);

/** Name, language and time zone of oneself, and the colours of this browser. */
export default function ProfileDetailsPage() {
  const { t } = useLingui();
  const { me } = useSession();
  const client = useQueryClient();
  const form = useFormErrors();
  const saved = {
    firstName: me.firstName,
    lastName: me.lastName,
    locale: me.locale,
    timezone: me.timezone ?? me.account.timezone,
  };
  const [values, setValues] = useState(saved);
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved);
  const { start, isPending } = useChange({
    run: (body: Partial<typeof saved>) => api(updateMe, { body }),
    success: () => t`Your details are saved.`,
    onDone: ({ data }) => {
      form.clear();
      client.setQueryData(keys.me, data);
      // The words of the whole page are those of the language.
      if (data.locale !== saved.locale) location.reload();
    },
    onError: (error) => {
      form.refuseBy(error, isKnown);
      return true;
    },
  });
  useLeaveGuard(isDirty && !isPending);
  const set = (some: Partial<typeof saved>) => {
    setValues((before) => ({ ...before, ...some }));
    for (const field of Object.keys(some)) form.forget(field);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { timezone, ...rest } = values;
    // A zone that was not touched stays that of the account.
    void start(timezone === saved.timezone ? rest : values);
  };
  return (
    <form noValidate onSubmit={submit}>
      {form.whole && (
        <Note tone="error" announce>
          {form.whole}
        </Note>
      )}
      <Section title={<Trans>Name</Trans>} text={<Trans>Your team sees it beside what you do.</Trans>}>
        <div className={styles.two}>
          <TextInput
            label={t`First name`}
            autoComplete="given-name"
            value={values.firstName}
            onChange={({ currentTarget }) => set({ firstName: currentTarget.value })}
            error={form.errors['firstName']}
          />
          <TextInput
            label={t`Last name`}
            autoComplete="family-name"
            value={values.lastName}
            onChange={({ currentTarget }) => set({ lastName: currentTarget.value })}
            error={form.errors['lastName']}
          />
        </div>
      </Section>
      <Section
        title={<Trans>Language and time</Trans>}
        text={<Trans>The language of these pages and of the emails to you.</Trans>}
      >
        <NativeSelect
          label={t`Language`}
          value={values.locale}
          data={LOCALES.map((locale) => ({ value: locale, label: localeNames[locale] }))}
          onChange={({ currentTarget: { value } }) => isLocale(value) && set({ locale: value })}
          error={form.errors['locale']}
        />
        <TimeZoneSelect
          label={t`Time zone`}
          value={values.timezone}
          at={new Date().toISOString()}
          onChange={(timezone) => set({ timezone })}
          error={form.errors['timezone']}
        />
      </Section>
      <Section title={<Trans>Appearance</Trans>} text={<Trans>In this browser only.</Trans>}>
        <Scheme />
      </Section>
      <Group justify="flex-end" gap="xs" py="md">
        {isDirty && (
          <Button onClick={() => setValues(saved)} disabled={isPending}>
            <Trans>Discard</Trans>
          </Button>
        )}
        <Button type="submit" variant="primary" loading={isPending} disabled={!isDirty}>
          <Trans>Save changes</Trans>
        </Button>
      </Group>
    </form>
  );
}

function Scheme() {
  const { t } = useLingui();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server does not know this choice. It shows after the page has hydrated.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const names: Record<ColorScheme, string> = { auto: t`As the system`, dark: t`Dark`, light: t`Light` };
  return (
    <SegmentedControl
      aria-label={t`Appearance`}
      fullWidth
      value={isMounted ? colorScheme : 'auto'}
      data={COLOR_SCHEMES.map((scheme) => ({ value: scheme, label: names[scheme] }))}
      onChange={(chosen) => {
        const scheme = COLOR_SCHEMES.find((one) => one === chosen);
        if (scheme) setColorScheme(scheme);
      }}
    />
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
