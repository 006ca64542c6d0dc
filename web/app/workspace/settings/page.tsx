import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { data, type LoaderFunctionArgs, useParams } from 'react-router';
import { Note } from '../../ui/note.tsx';
import { useEvent } from '../shell/event.ts';
import { PageHeader } from '../shell/page.tsx';
import { PageError } from '../shell/page-error.tsx';
import { useSession } from '../shell/session.ts';
import { Conflict } from '../ui/conflict.tsx';
import { CheckoutSection } from './checkout-section.tsx';
import { DetailsSection } from './details-section.tsx';
import { EmailSection } from './email-section.tsx';
import { useSettingsWords } from './labels.ts';
import { LocationSection } from './location-section.tsx';
import { OtherSection } from './other-section.tsx';
import { PaymentSection } from './payment-section.tsx';
import { SeoSection } from './seo-section.tsx';
import styles from './settings.module.css';
import { TabLinks } from './tab-links.tsx';
import { readTab, type Tab } from './tabs.ts';
import { useSettingsForm } from './use-settings-form.ts';

export function loader({ params }: LoaderFunctionArgs) {
  if (!readTab(params['section'])) throw data({ code: 'NOT_FOUND' }, { status: 404 });
  return null;
}

const sections = {
  details: DetailsSection,
  location: LocationSection,
  checkout: CheckoutSection,
  payment: PaymentSection,
  email: EmailSection,
  seo: SeoSection,
  other: OtherSection,
} as const satisfies Record<Tab, unknown>;

export default function SettingsPage() {
  const { t } = useLingui();
  const event = useEvent();
  const tab = readTab(useParams()['section']) ?? 'details';
  const { tabs } = useSettingsWords();
  const mayWrite = useSession().may('events.write');
  const form = useSettingsForm(event, tab);
  const isLocked = !mayWrite || event.status === 'archived';
  const fields = { event, values: form.values, errors: form.errors, set: form.set, isLocked };
  const count = form.changed.length;
  const Section = sections[tab];
  return (
    <div className={styles.page}>
      <PageHeader title={<Trans>Settings</Trans>} tab={[tabs[tab], t`Settings`, event.title]} />
      <TabLinks eventId={event.id} current={tab} errors={form.errors} />
      <form
        ref={form.ref}
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault();
          form.submit();
        }}
      >
        {(form.whole || form.conflict) && (
          <div className={styles.above} data-form-error tabIndex={-1}>
            {form.whole && (
              <Note tone="error" announce>
                {form.whole}
              </Note>
            )}
            {form.conflict && <Conflict {...form.conflict} />}
          </div>
        )}
        <fieldset disabled={isLocked} key={tab}>
          <Section {...fields} />
        </fieldset>
        {count > 0 && (
          <section className={styles.saveBar} data-bottom-bar aria-label={t`Unsaved changes`}>
            <span className={styles.saveCount} role="status">
              <Plural value={count} one="# unsaved change" other="# unsaved changes" />
            </span>
            <Button onClick={form.discard} disabled={form.isPending}>
              <Trans>Discard</Trans>
            </Button>
            <Button type="submit" variant="primary" loading={form.isPending}>
              <Trans>Save changes</Trans>
            </Button>
          </section>
        )}
      </form>
    </div>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
