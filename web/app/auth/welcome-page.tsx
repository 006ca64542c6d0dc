import { getMe } from '@entrada/contract/accounts/accounts';
import { createEvent } from '@entrada/contract/catalog/events';
import { createOrganizer, getOrganizer, listOrganizers } from '@entrada/contract/catalog/organizers';
import { CURRENCIES, isCurrency } from '@entrada/contract/money';
import { roleMay } from '@entrada/contract/permissions';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  useActionData,
  useLoaderData,
} from 'react-router';
import type { CallApi } from '../platform/api/endpoint-call.ts';
import { ApiError } from '../platform/api/error.ts';
import { formText, readForm } from '../platform/api/form.ts';
import { apiContext, requestContext } from '../platform/context.ts';
import { isTimeZone } from '../platform/i18n/browser-zone.ts';
import { languageTag } from '../platform/i18n/locales.ts';
import { fromLocalTime, isSkippedTime } from '../platform/i18n/zoned-time.ts';
import { readDateText } from '../ui/form/date/read-text.ts';
import { EventStep } from './parts/event-step.tsx';
import { Frame } from './parts/frame.tsx';
import { OrganizerStep } from './parts/organizer-step.tsx';
import { orUnreachable, refuse, typedFields } from './refusal.ts';

const typedNames = [
  'name',
  'email',
  'currency',
  'timezone',
  'title',
  'startsAt',
  'endsAt',
  'place',
  'venueName',
  'city',
];

export async function loader({ context }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const { baseUrl, locale } = context.get(requestContext);
  const newest = { sort_by: 'created_at', sort_direction: 'desc', per_page: '1' };
  const [{ data: me }, { data: organizers }] = await Promise.all([
    call(getMe, {}),
    call(listOrganizers, { query: newest }),
  ]);
  const names = new Intl.DisplayNames(languageTag(locale), { type: 'currency' });
  return {
    // The newest organizer is the one that was just created here.
    organizer: organizers[0] ?? null,
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
    if (formText(form, 'step') === 'organizer') return await saveOrganizer(call, form);
    return await saveEvent(call, form, context.get(requestContext).locale);
  } catch (error) {
    return refuse(error, typedFields(form, typedNames));
  }
}

async function saveOrganizer(call: CallApi, form: FormData) {
  const { data: me } = await call(getMe, {});
  // The form was sent twice, or from two tabs. The first one counts.
  if (me.hasOrganizer) return redirect('/welcome');
  const currency = formText(form, 'currency');
  await call(createOrganizer, {
    body: {
      name: formText(form, 'name'),
      email: formText(form, 'email'),
      currency: isCurrency(currency) ? currency : 'EUR',
      timezone: formText(form, 'timezone'),
    },
  });
  return redirect('/welcome');
}

async function saveEvent(call: CallApi, form: FormData, locale: string) {
  const organizer = await findOrganizer(call, formText(form, 'organizerId'));
  if (!organizer) return redirect('/welcome');
  const timezone = formText(form, 'timezone');
  // What is no date, or a time that the clocks skip, is sent as an empty text. So the API names the field in its
  // refusal, and the field says what is wrong.
  const instant = (name: string) => {
    const read = readDateText(formText(form, name), { locale, kind: 'moment' });
    const isTime = read.ok && isTimeZone(timezone) && !isSkippedTime(read.local, timezone);
    return (isTime ? fromLocalTime(read.local, timezone) : undefined) ?? '';
  };
  const isOnline = formText(form, 'place') === 'online';
  const { data: event } = await call(createEvent, {
    body: {
      title: formText(form, 'title'),
      organizerId: organizer.id,
      startsAt: instant('startsAt'),
      endsAt: formText(form, 'endsAt').trim() === '' ? null : instant('endsAt'),
      timezone,
      currency: isCurrency(organizer.currency) ? organizer.currency : 'EUR',
      location: isOnline
        ? { isOnline }
        : { isOnline, venueName: formText(form, 'venueName'), city: formText(form, 'city') },
    },
  });
  return redirectDocument(`/manage/event/${event.id}/getting-started`);
}

async function findOrganizer(call: CallApi, organizerId: string) {
  try {
    return (await call(getOrganizer, { params: { organizerId } })).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return orUnreachable(() => serverAction<typeof action>());
}

export default function WelcomePage() {
  const { t } = useLingui();
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { organizer, mayCreateOrganizer } = page;
  if (organizer) return <EventStep key="event" {...page} organizer={organizer} refused={refused} />;
  if (mayCreateOrganizer) return <OrganizerStep key="organizer" {...page} refused={refused} />;
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
