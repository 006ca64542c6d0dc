import { LIMITS, ORDER_TIMEOUT } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Radio, Stack, TextInput } from '@mantine/core';
import { useLoaderData } from 'react-router';
import { Note } from '../../ui/notices/note.tsx';
import { HistorySection } from '../kit/audit/section.tsx';
import { useSession } from '../kit/data/session.ts';
import { Section } from '../kit/display/section.tsx';
import { CurrencySelect } from '../kit/fields/currency-select.tsx';
import { OptionalLabel } from '../kit/fields/labels.tsx';
import { LimitedInput } from '../kit/fields/limited-text.tsx';
import { TimeZoneSelect } from '../kit/fields/time-zone-select.tsx';
import { PageForm, SaveBar } from '../kit/form/page-form.tsx';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { RichTextEditor } from '../kit/rich-text/editor.tsx';
import { useSettingsWords } from './labels.ts';
import { loadPage } from './load.ts';
import styles from './page.module.css';
import { useSettingsForm } from './use-form.ts';

export const loader = loadPage;

const SHOWN = [
  'currency',
  'timezone',
  'priceDisplay',
  'taxesIncluded',
  'orderTimeoutMinutes',
  'supportEmail',
  'emailFooter',
] as const;

export default function EventDefaultsPage() {
  const { t } = useLingui();
  const { me } = useSession();
  const form = useSettingsForm(useLoaderData<typeof loader>(), {
    success: t`Event defaults saved.`,
    shown: SHOWN,
  });
  const { labels, choices } = useSettingsWords();
  const { values, errors, set } = form;
  const minutes = Number(values.orderTimeoutMinutes);
  const isShort = minutes >= ORDER_TIMEOUT.minMinutes && minutes < ORDER_TIMEOUT.recommendedMinutes;
  return (
    <div className={styles.page}>
      <PageHeader
        title={<Trans>Event defaults</Trans>}
        tab={[t`Event defaults`]}
        meta={<Trans>What new events begin with. Each can change it. Events that exist keep theirs.</Trans>}
      />
      <PageForm form={form} aboveClass={styles.above}>
        <Section
          title={<Trans>Currency and time zone</Trans>}
          text={<Trans>What new organizers begin with, and with them their events.</Trans>}
        >
          <CurrencySelect
            label={labels.currency}
            value={values.currency}
            onChange={(value) => set('currency', value)}
            error={errors['currency']}
          />
          <TimeZoneSelect
            label={labels.timezone}
            value={values.timezone}
            at={new Date().toISOString()}
            onChange={(value) => set('timezone', value)}
            error={errors['timezone']}
          />
        </Section>
        <Section title={labels.priceDisplay} text={<Trans>How buyers see fees and taxes.</Trans>}>
          <Radio.Group
            aria-label={labels.priceDisplay}
            value={values.priceDisplay}
            onChange={(value) => set('priceDisplay', value === 'inclusive' ? 'inclusive' : 'exclusive')}
          >
            <Stack gap="sm">
              <Radio value="exclusive" label={choices.priceDisplay.exclusive} />
              <Radio value="inclusive" label={choices.priceDisplay.inclusive} />
            </Stack>
          </Radio.Group>
        </Section>
        <Section
          title={labels.taxesIncluded}
          text={<Trans>Taxes that exist stay as they are. Each tax can be changed on its own.</Trans>}
        >
          <Radio.Group
            aria-label={labels.taxesIncluded}
            value={values.taxesIncluded}
            onChange={(value) => set('taxesIncluded', value as typeof values.taxesIncluded)}
          >
            <Stack gap="sm">
              <Radio value="custom" label={choices.taxesIncluded.custom} />
              <Radio value="included" label={choices.taxesIncluded.included} />
              <Radio value="added" label={choices.taxesIncluded.added} />
            </Stack>
          </Radio.Group>
        </Section>
        <Section
          title={<Trans>Time to complete an order</Trans>}
          text={<Trans>So long tickets are held for a buyer. Buyers can extend it once.</Trans>}
        >
          <TextInput
            className={styles.short}
            label={labels.orderTimeoutMinutes}
            inputMode="numeric"
            autoComplete="off"
            value={values.orderTimeoutMinutes}
            onChange={(change) => set('orderTimeoutMinutes', change.currentTarget.value)}
            error={errors['orderTimeoutMinutes']}
          />
          {isShort && (
            <Note tone="attn" announce>
              <Trans>
                Below {ORDER_TIMEOUT.recommendedMinutes} minutes, people whose bank asks for approval often
                run out of time.
              </Trans>
            </Note>
          )}
        </Section>
        <Section title={<Trans>Emails</Trans>} text={<Trans>To buyers and attendees.</Trans>}>
          <LimitedInput
            label={<OptionalLabel>{labels.supportEmail}</OptionalLabel>}
            description={t`Replies go here. Without it they go to the organizer.`}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            inputMode="email"
            autoComplete="off"
            limit={LIMITS.email}
            value={values.supportEmail}
            onChange={(change) => set('supportEmail', change.currentTarget.value)}
            error={errors['supportEmail']}
          />
          <RichTextEditor
            label={<OptionalLabel>{labels.emailFooter}</OptionalLabel>}
            isShort
            max={LIMITS.emailFooter}
            value={values.emailFooter}
            onChange={(value) => set('emailFooter', value)}
            error={errors['emailFooter']}
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
