import { getMe } from '@entrada/contract/accounts/accounts';
import { createOrganizer } from '@entrada/contract/catalog/organizers';
import { CURRENCIES, isCurrency } from '@entrada/contract/money';
import { roleMay } from '@entrada/contract/permissions';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  type LoaderFunctionArgs,
  redirectDocument,
  useActionData,
  useLoaderData,
} from 'react-router';
import type { CallApi } from '../platform/api/endpoint-call.ts';
import { formText, readForm } from '../platform/api/form.ts';
import { orUnreachable, refuse, typedFields } from '../platform/api/refusal.ts';
import { apiContext, requestContext } from '../platform/context.ts';
import { languageTag } from '../platform/i18n/locales.ts';
import { Frame } from './parts/frame.tsx';
import { OrganizerStep } from './parts/organizer-step.tsx';

const typedNames = ['name', 'email', 'currency', 'timezone'];

/** The first event is made like every other: in the drawer of the workspace. */
const NEXT = '/manage/events?drawer=new';

export async function loader({ context }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const { baseUrl, locale } = context.get(requestContext);
  const { data: me } = await call(getMe, {});
  if (me.hasOrganizer) throw redirectDocument('/manage/events');
  const names = new Intl.DisplayNames(languageTag(locale), { type: 'currency' });
  return {
    mayCreateOrganizer: roleMay(me.role, 'organizers.write'),
    email: me.email,
    account: me.account,
    siteUrl: baseUrl,
    zones: [...new Set(['UTC', me.account.timezone, ...Intl.supportedValuesOf('timeZone')])].sort(),
    currencies: CURRENCIES.map((code) => ({ code, name: names.of(code) ?? code })),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const call = context.get(apiContext);
  const form = await readForm(request);
  try {
    return await saveOrganizer(call, form);
  } catch (error) {
    return refuse(error, typedFields(form, typedNames));
  }
}

async function saveOrganizer(call: CallApi, form: FormData) {
  const { data: me } = await call(getMe, {});
  // The form was sent twice, or from two tabs. The first one counts.
  if (me.hasOrganizer) return redirectDocument(NEXT);
  const currency = formText(form, 'currency');
  await call(createOrganizer, {
    body: {
      name: formText(form, 'name'),
      email: formText(form, 'email'),
      currency: isCurrency(currency) ? currency : 'EUR',
      timezone: formText(form, 'timezone'),
    },
  });
  return redirectDocument(NEXT);
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return orUnreachable(() => serverAction<typeof action>());
}

export default function WelcomePage() {
  const { t } = useLingui();
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (page.mayCreateOrganizer) return <OrganizerStep {...page} refused={refused} />;
  return (
    <Frame
      isSignedIn
      title={t`Welcome`}
      heading={<Trans>Almost ready</Trans>}
      lead={
        <Trans>
          The account {page.account.name} has no organizer yet. Ask its owner to create one, then come back.
        </Trans>
      }
    />
  );
}
