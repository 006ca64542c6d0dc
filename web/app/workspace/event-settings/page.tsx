import { Trans, useLingui } from '@lingui/react/macro';
import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type Params,
  useParams,
} from 'react-router';
import { useEvent } from '../kit/data/event.ts';
import { useSession } from '../kit/data/session.ts';
import { PageForm, SaveBar } from '../kit/form/page-form.tsx';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { useSettingsWords } from './labels.ts';
import { CheckoutSection } from './sections/checkout.tsx';
import { DetailsSection } from './sections/details.tsx';
import { EmailSection } from './sections/email.tsx';
import { LocationSection } from './sections/location.tsx';
import { OtherSection } from './sections/other.tsx';
import { PaymentSection } from './sections/payment.tsx';
import { SeoSection } from './sections/seo.tsx';
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
  const Section = sections[tab];
  return (
    <div className={styles.page}>
      <PageHeader title={<Trans>Settings</Trans>} tab={[tabs[tab], t`Settings`, event.title]} />
      <TabLinks eventId={event.id} current={tab} errors={form.errors} />
      <PageForm form={form} aboveClass={styles.above}>
        <fieldset disabled={isLocked} key={tab}>
          <Section {...fields} />
        </fieldset>
        <SaveBar form={form} />
      </PageForm>
    </div>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
