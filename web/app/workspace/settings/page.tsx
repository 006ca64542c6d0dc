import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { data, Link, type LoaderFunctionArgs, useParams } from 'react-router';
import { Note } from '../../ui/note.tsx';
import { eventPath, useEvent } from '../shell/event.ts';
import { PageHeader } from '../shell/page.tsx';
import { PageError } from '../shell/page-error.tsx';
import { useSession } from '../shell/session.ts';
import { Conflict } from '../ui/conflict.tsx';
import { EventSection } from './event-section.tsx';
import { LocationSection } from './location-section.tsx';
import styles from './settings.module.css';
import { useSettingsForm } from './use-settings-form.ts';

export function loader({ params }: LoaderFunctionArgs) {
  const { section } = params;
  if (section !== undefined && section !== 'location') throw data({ code: 'NOT_FOUND' }, { status: 404 });
  return null;
}

export default function SettingsPage() {
  const { t } = useLingui();
  const event = useEvent();
  const { section } = useParams();
  const mayWrite = useSession().may('events.write');
  const form = useSettingsForm(event);
  const isLocation = section === 'location';
  const tabs = [
    { to: eventPath(event.id, 'settings'), name: t`Event`, isCurrent: !isLocation },
    { to: eventPath(event.id, 'settings/location'), name: t`Location`, isCurrent: isLocation },
  ];
  const fields = { event, values: form.values, errors: form.errors, set: form.set };
  const count = form.changed.length;
  return (
    <div className={styles.page}>
      <PageHeader title={<Trans>Settings</Trans>} tab={[t`Settings`, event.title]} />
      <nav className={styles.tabs} aria-label={t`Settings`}>
        {tabs.map(({ to, name, isCurrent }) => (
          <Link key={to} to={to} aria-current={isCurrent ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
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
        <fieldset disabled={!mayWrite}>
          {isLocation ? <LocationSection {...fields} /> : <EventSection {...fields} />}
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
