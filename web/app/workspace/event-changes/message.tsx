import type { Locale } from '@entrada/contract/constants';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Textarea, TextInput } from '@mantine/core';
import { Fragment, useEffect, useEffectEvent, useState } from 'react';
import { formatCount, formatList } from '../../platform/i18n/format.ts';
import { languageTag } from '../../platform/i18n/locales.ts';
import { Select } from '../kit/menus/select.tsx';
import { Choice } from './choice.tsx';
import styles from './event-changes.module.css';
import { countMessages, type FormProps, messageOf } from './values.ts';

const FIRST_NAME = '{firstName}';

/** The text of a letter. Where each reader's first name comes, it says so in words of the interface. */
function Written({ body }: { body: string }) {
  const { i18n } = useLingui();
  return body.split(FIRST_NAME).map((part, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, never reordered
    <Fragment key={nth}>
      {nth > 0 && (
        <span className={styles.token} lang={languageTag(i18n.locale)}>
          <Trans>First name</Trans>
        </span>
      )}
      {part}
    </Fragment>
  ));
}

/** What people are told, in the language of each, and changeable. */
export function Message({ plan, values, errors, set }: FormProps) {
  const { t, i18n } = useLingui();
  const names = new Intl.DisplayNames(languageTag(i18n.locale), { type: 'language' });
  const nameOf = (locale: Locale) => names.of(languageTag(locale)) ?? locale;
  const [locale, setLocale] = useState<Locale>(plan.messages[0]?.locale ?? 'en');
  const [isOpen, setOpen] = useState(false);
  const { subject, body } = messageOf(plan, values, locale);
  const change = (part: { subject?: string; body?: string }) =>
    set({
      messages: {
        ...values.messages,
        [values.what]: { ...values.messages[values.what], [locale]: { subject, body, ...part } },
      },
    });
  const total = countMessages(plan);
  const parts = plan.messages.map((one) => `${formatCount(one.count, i18n.locale)} ${nameOf(one.locale)}`);
  const languages = formatList(parts, i18n.locale);
  const errorOf = (one: Locale) => errors[`messages.${one}.body`] ?? errors[`messages.${one}.subject`];
  const showWrong = useEffectEvent(() => {
    const wrong = plan.messages.find((one) => errorOf(one.locale));
    if (!wrong) return;
    if (!errorOf(locale)) setLocale(wrong.locale);
    setOpen(true);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is the trigger
  useEffect(() => showWrong(), [errors]);
  return (
    <section className={styles.part} aria-labelledby="message">
      <h2 id="message">
        <Trans>Message</Trans>
      </h2>
      {total === 0 ? (
        <p className={styles.quiet}>
          <Trans>Nobody has an address to write to.</Trans>
        </p>
      ) : (
        <>
          <Choice
            label={t`Message`}
            value={values.tells ? 'all' : 'nobody'}
            onChange={(told) => set({ tells: told === 'all' })}
            options={[
              {
                value: 'all',
                label: <Plural value={total} one="Write to # address" other="Write to # addresses" />,
                text: (
                  <Trans>
                    In the language of each: {languages}. What happens to the money is added for each buyer.
                  </Trans>
                ),
              },
              { value: 'nobody', label: <Trans>Tell nobody</Trans> },
            ]}
          />
          {values.tells && (
            <>
              <div className={styles.letter} lang={languageTag(locale)}>
                <b>{subject}</b>
                <Written body={body} />
              </div>
              {isOpen ? (
                <div className={styles.fields}>
                  {plan.messages.length > 1 && (
                    <Select
                      label={t`Language`}
                      shown={nameOf(locale)}
                      choices={() =>
                        plan.messages.map((one) => ({ value: one.locale, label: nameOf(one.locale) }))
                      }
                      value={locale}
                      onChange={(value) => value && setLocale(value as Locale)}
                    />
                  )}
                  <TextInput
                    label={t`Subject`}
                    value={subject}
                    error={errors[`messages.${locale}.subject`]}
                    onChange={({ currentTarget }) => change({ subject: currentTarget.value })}
                  />
                  <Textarea
                    label={t`Text`}
                    value={body}
                    autosize
                    minRows={6}
                    onChange={({ currentTarget }) => change({ body: currentTarget.value })}
                    error={errors[`messages.${locale}.body`]}
                    description={t`Each reader’s first name takes the place of ${'{firstName}'}.`}
                  />
                </div>
              ) : (
                <Button onClick={() => setOpen(true)}>
                  <Trans>Edit message</Trans>
                </Button>
              )}
            </>
          )}
        </>
      )}
    </section>
  );
}
