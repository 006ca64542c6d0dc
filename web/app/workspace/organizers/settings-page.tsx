import { getMe } from '@entrada/contract/accounts';
import { getOrganizer } from '@entrada/contract/organizers';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCalendarEvent, IconExternalLink } from '@tabler/icons-react';
import { data, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { apiContext } from '../../platform/context.ts';
import { Note } from '../../ui/note.tsx';
import { keys } from '../keys.ts';
import { PageHeader } from '../shell/page.tsx';
import { PageError } from '../shell/page-error.tsx';
import { useSession } from '../shell/session.ts';
import { Conflict } from '../ui/conflict.tsx';
import { ImageField } from '../ui/image-field.tsx';
import { Section } from '../ui/section.tsx';
import { ContactFields, DetailsField, MoneyAndZone, NameField } from './organizer-fields.tsx';
import type { OrganizerField, OrganizerValues } from './organizer-values.ts';
import styles from './organizers.module.css';
import { SlugField } from './slug-field.tsx';
import { useOrganizerForm } from './use-organizer-form.ts';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { organizerId = '' } = params;
  // What cannot be an id is an unknown address, not a malformed call.
  if (!/^[1-9][0-9]{0,14}$/.test(organizerId)) throw data({ code: 'NOT_FOUND' }, { status: 404 });
  const call = context.get(apiContext);
  const [me, organizer] = await Promise.all([
    call(getMe, {}),
    call(getOrganizer, { params: { organizerId } }),
  ]);
  if (!me.data.permissions.includes('organizers.write')) throw data({ code: 'FORBIDDEN' }, { status: 403 });
  return { organizer: organizer.data };
}

export default function OrganizerSettingsPage() {
  const { organizer } = useLoaderData<typeof loader>();
  // Another organizer is another form.
  return <OrganizerSettings key={organizer.id} loaded={organizer} />;
}

type Loaded = Awaited<ReturnType<typeof loader>>['organizer'];

function OrganizerSettings({ loaded }: { loaded: Loaded }) {
  const { t } = useLingui();
  const { organizers } = useSession();
  const known = organizers.find(({ id }) => id === loaded.id);
  const organizer = known && known.version >= loaded.version ? known : loaded;
  const form = useOrganizerForm(organizer);
  const labels = useOrganizerLabels();
  const fields = { values: form.values, errors: form.errors, set: form.set };
  const count = form.changed.length;
  const { conflict } = form;
  return (
    <div className={styles.page}>
      <PageHeader
        title={organizer.name}
        tab={[t`Settings`, organizer.name]}
        meta={<Trans>Settings of the organizer</Trans>}
        actions={
          <>
            <Button
              component={Link}
              to={`/manage/organizer/${organizer.id}/events`}
              leftSection={<IconCalendarEvent size={18} stroke={1.75} />}
            >
              <Trans>Events</Trans>
            </Button>
            <Button
              component="a"
              href={`/${organizer.slug}`}
              leftSection={<IconExternalLink size={18} stroke={1.75} />}
            >
              <Trans>View page</Trans>
            </Button>
          </>
        }
      />
      <form
        ref={form.ref}
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault();
          form.submit();
        }}
      >
        {(form.whole || conflict) && (
          <div className={styles.above} data-form-error tabIndex={-1}>
            {form.whole && (
              <Note tone="error" announce>
                {form.whole}
              </Note>
            )}
            {conflict && (
              <Conflict
                differences={conflict.fields.map((field) => ({
                  field,
                  label: labels[field],
                  theirs: say(conflict.fresh, field),
                  yours: say(form.values, field),
                }))}
                onTheirs={conflict.onTheirs}
                onYours={conflict.onYours}
              />
            )}
          </div>
        )}
        <Section
          title={<Trans>Basics</Trans>}
          text={<Trans>What people see on the organizer page and beside your events.</Trans>}
        >
          <NameField {...fields} />
          <SlugField
            value={form.values.slug}
            onChange={(value) => form.set('slug', value)}
            error={form.errors['slug']}
            saved={{ slug: form.base.slug, organizerId: organizer.id }}
          />
        </Section>
        <Section
          title={<Trans>Logo</Trans>}
          text={<Trans>On the organizer page and beside your events. Saved at once.</Trans>}
        >
          <ImageField
            home={{ organizerId: organizer.id }}
            image={organizer.logo}
            alt={t`Logo of ${organizer.name}`}
            touches={[keys.organizers]}
          />
        </Section>
        <Section title={<Trans>Details</Trans>} text={<Trans>Who you are, on the organizer page.</Trans>}>
          <DetailsField {...fields} />
        </Section>
        <Section title={<Trans>Contact</Trans>} text={<Trans>How buyers reach you.</Trans>}>
          <ContactFields {...fields} />
        </Section>
        <Section
          title={<Trans>Currency and time zone</Trans>}
          text={<Trans>What new events begin with. Events that exist keep theirs.</Trans>}
        >
          <MoneyAndZone {...fields} />
        </Section>
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

function useOrganizerLabels(): Record<OrganizerField, string> {
  const { t } = useLingui();
  return {
    name: t`Name`,
    slug: t`Address`,
    email: t`Email`,
    website: t`Website`,
    description: t`Details`,
    currency: t`Currency`,
    timezone: t`Time zone`,
  };
}

/** A value as the conflict shows it: formatted text as its words. */
function say(values: OrganizerValues, field: OrganizerField): string {
  const value = values[field];
  if (field !== 'description') return value;
  return value
    .replace(/<\/(p|li|h2|h3|blockquote)>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();
}

export function ErrorBoundary() {
  return <PageError />;
}
