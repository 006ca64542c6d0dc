import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type Params,
  useParams,
} from 'react-router';
import { LoadSoon } from '../../platform/scripts/load-soon.tsx';
import { useEvent } from '../kit/data/event.ts';
import { useSession } from '../kit/data/session.ts';
import { PageForm, SaveBar } from '../kit/form/page-form.tsx';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { useSettingsWords } from './labels.ts';
import { lateSections, SectionPlace } from './late-sections.tsx';
import { DetailsSection } from './sections/details.tsx';
import styles from './settings.module.css';
import { TabLinks } from './tab-links.tsx';
import { readTab, type Tab } from './tabs.ts';
import { useSettingsForm } from './use-form.ts';

function mustExist(params: Params): null {
  if (!readTab(params['section'])) throw data({ code: 'NOT_FOUND' }, { status: 404 });
  return null;
}

export const loader = ({ params }: LoaderFunctionArgs) => mustExist(params);

/** Another tab needs nothing from the server. */
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => mustExist(params);

const sections = { details: DetailsSection, ...lateSections } as const satisfies Record<Tab, unknown>;

export default function SettingsPage() {
  const { t } = useLingui();
  const event = useEvent();
  const tab = readTab(useParams()['section']) ?? 'details';
  const { tabs } = useSettingsWords();
  const mayWrite = useSession().may('events.write');
  const form = useSettingsForm(event, tab);
  const isLocked = !mayWrite || event.status === 'archived';
  const fields = { event, values: form.values, errors: form.errors, set: form.set, isLocked };
  const Section = sections[tab];
  return (
    <div className={styles.page}>
      <PageHeader title={<Trans>Settings</Trans>} tab={[tabs[tab], t`Settings`, event.title]} />
      <TabLinks eventId={event.id} current={tab} errors={form.errors} />
      <PageForm form={form} aboveClass={styles.above}>
        {/* Another tab takes the place of this one once it is there. */}
        <Suspense fallback={<SectionPlace />}>
          <fieldset disabled={isLocked} key={tab}>
            <Section {...fields} />
          </fieldset>
        </Suspense>
        {tab !== 'details' && <LoadSoon modules={[`app/workspace/event-settings/sections/${tab}.tsx`]} />}
        <SaveBar form={form} />
      </PageForm>
    </div>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
