import { getMe } from '@entrada/contract/accounts/accounts';
import { getOrganizer } from '@entrada/contract/catalog/organizers';
import { DAY_MS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCalendarEvent, IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { data, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { apiContext } from '../../platform/context.ts';
import { LateHistorySection } from '../kit/audit/late-section.ts';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
import { Section } from '../kit/display/section.tsx';
import { PageForm, SaveBar } from '../kit/form/page-form.tsx';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { ImageField } from '../kit/images/field.tsx';
import { PolicyPreview } from '../kit/policies/preview.tsx';
import { StepsField } from '../kit/policies/steps-field.tsx';
import { previewedSteps } from '../kit/policies/typed-steps.ts';
import { ContactFields, DetailsField, MoneyAndZone, NameField } from './fields.tsx';
import styles from './organizers.module.css';
import { SlugField } from './slug-field.tsx';
import { useOrganizerForm } from './use-form.ts';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { organizerId = '' } = params;
  // A malformed id means an unknown page (404), not an invalid request.
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
  // The key starts a new form for another organizer.
  return <OrganizerSettings key={organizer.id} loaded={organizer} />;
}

type Loaded = Awaited<ReturnType<typeof loader>>['organizer'];

function OrganizerSettings({ loaded }: { loaded: Loaded }) {
  const { t } = useLingui();
  const { organizers } = useSession();
  const known = organizers.find(({ id }) => id === loaded.id);
  const organizer = known && known.version >= loaded.version ? known : loaded;
  const form = useOrganizerForm(organizer);
  const fields = { values: form.values, errors: form.errors, set: form.set };
  // The preview is for an event in about three months that lets buyers pass tickets on, as new ones do.
  const [exampleStart] = useState(() => new Date(Date.now() + 90 * DAY_MS).toISOString());
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
      <PageForm form={form} aboveClass={styles.above}>
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
          text={
            <Trans>
              On the organizer page, beside your events and at the head of emails to buyers. Saved at once.
            </Trans>
          }
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
        <Section
          title={<Trans>Giving tickets back</Trans>}
          text={
            <Trans>
              For all events without steps of their own. Said before people pay; each order keeps what stands
              when it is bought.
            </Trans>
          }
        >
          <StepsField
            steps={form.values.giveBack}
            onChange={(steps) => form.set('giveBack', steps)}
            errors={form.errors}
            path="giveBack"
            hasDates={false}
          />
          <PolicyPreview
            steps={previewedSteps(form.values.giveBack)}
            event={{
              startsAt: exampleStart,
              timezone: form.values.timezone,
              currency: form.values.currency,
              passOn: { unit: 'hours', before: 0 },
            }}
            isExample
          />
        </Section>
        <SaveBar form={form} />
      </PageForm>
      <LateHistorySection kind="organizer" id={organizer.id} />
    </div>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
