import { reserveOrder } from '@entrada/contract/checkout';
import { getPublicEvent, type PublicEvent, validatePromoCode } from '@entrada/contract/public';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useLocation,
  useRouteError,
} from 'react-router';
import { ApiError, type ApiErrorCode } from '../platform/api-error.ts';
import { apiContext, requestContext } from '../platform/context.ts';
import { readForm } from '../platform/form.ts';
import { keyOfForm, newFormKey } from '../platform/form-key.server.ts';
import { RouteError } from '../platform/route-error.tsx';
import { ErrorPage } from '../ui/error-page.tsx';
import { OrganizerTheme } from '../ui/organizer-theme.tsx';
import { PublicFooter } from '../ui/public-footer.tsx';
import styles from './event-page.module.css';
import { shareImage } from './event-seo.ts';
import { EventDescription } from './parts/event-description.tsx';
import { EventHead } from './parts/event-head.tsx';
import { EventHeader } from './parts/event-header.tsx';
import { EventHero } from './parts/event-hero.tsx';
import { PreviewBar } from './parts/preview-bar.tsx';
import { TicketPicker } from './parts/ticket-picker.tsx';
import { type Refusal, refusalFrom } from './refusal.ts';
import { chosenLines, PROMO_FIELD, readSelection, type Selection } from './selection.ts';

type Params = LoaderFunctionArgs['params'];

/** What stands after a refused attempt: why, and everything that was chosen. */
export type EventActionData = { refusal: Refusal; selection: Selection | null };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const { locale, baseUrl } = context.get(requestContext);
  const url = new URL(request.url);
  const code = readCode(url.searchParams);
  const event = await findEvent({ call, params, code });
  const path = rightPath(url.pathname, params, event);
  if (path) throw redirect(path + url.search, 301);
  return {
    event,
    promo: await checkCode(call, event, code),
    selection: readSelection(event, url.searchParams),
    formKey: newFormKey(),
    locale,
    canonical: new URL(event.path, baseUrl).href,
    image: shareImage(event, baseUrl),
  };
}

type Call = ReturnType<typeof apiOf>;
const apiOf = (context: LoaderFunctionArgs['context']) => context.get(apiContext);

async function findEvent(from: { call: Call; params: Params; code: string }): Promise<PublicEvent> {
  const { call, params, code } = from;
  const eventId = params['eventId'] ?? '';
  const query = code ? { promo_code: code } : {};
  return (await call(getPublicEvent, { params: { eventId }, query })).data;
}

const readCode = (fields: URLSearchParams | FormData) =>
  String(fields.get(PROMO_FIELD) ?? '')
    .trim()
    .slice(0, 200);

/** What the address or the field says of a promo code: accepted as part of the event, or why not. */
async function checkCode(call: Call, event: PublicEvent, code: string) {
  if (!code) return { typed: '', problem: null };
  try {
    const params = { eventId: String(event.id), code };
    const { data: answer } = await call(validatePromoCode, { params });
    return { typed: code, problem: answer.valid ? null : ('PROMO_CODE_INVALID' as ApiErrorCode) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { typed: code, problem: error.code };
  }
}

/** The right address of this kind of event page, when the one asked for is not it. */
function rightPath(pathname: string, params: Params, event: PublicEvent): string | null {
  const { organizerSlug, eventId, eventSlug } = params;
  const isRight = eventSlug === event.slug && eventId === String(event.id);
  if (organizerSlug !== undefined) {
    if (isRight && organizerSlug === event.organizer.slug) return null;
    return `/${event.organizer.slug}/event/${event.id}/${event.slug}`;
  }
  return isRight ? null : `/${pathname.startsWith('/e/') ? 'e' : 'event'}/${event.id}/${event.slug}`;
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const call = context.get(apiContext);
  const { locale } = context.get(requestContext);
  const form = await readForm(request);
  const code = readCode(form);
  const event = await findEvent({ call, params, code });
  const selection = readSelection(event, form);
  const { lines, problems } = chosenLines(event, selection, locale);
  const refuse = (refusal: Refusal, status: number) =>
    data({ refusal, selection } satisfies EventActionData, { status });
  const [wrong] = Object.entries(problems);
  if (wrong) {
    const price = event.tickets.flatMap((ticket) => ticket.prices).find(({ id }) => String(id) === wrong[0]);
    return refuse({ code: wrong[1], priceId: price?.id ?? null, figures: { min: price?.amount } }, 422);
  }
  if (lines.length === 0) return refuse({ code: 'NOTHING_SELECTED', priceId: null, figures: {} }, 422);
  const expected = Number(form.get('expectedTotal') ?? Number.NaN);
  const body = {
    items: lines.map(({ price, quantity, donation }) => ({
      priceId: price.id,
      quantity,
      ...(donation !== undefined && { donation }),
    })),
    ...(code && { promoCode: code }),
    ...(Number.isSafeInteger(expected) && { expectedTotal: expected }),
    locale,
  };
  try {
    const { data: order } = await call(
      reserveOrder,
      { params: { eventId: String(event.id) }, body },
      { idempotencyKey: keyOfForm(String(form.get('key') ?? newFormKey()), body) },
    );
    return redirect(`/checkout/${event.id}/${order.shortId}/details`, 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refuse(refusalFrom(error), error.status);
  }
}

/** Without a connection the page stays, with everything chosen, and says so. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    const code = navigator.onLine ? 'NETWORK' : 'OFFLINE';
    return { refusal: { code, priceId: null, figures: {} }, selection: null } satisfies EventActionData;
  }
}

/** After a refusal the page must show what is true now. */
export const shouldRevalidate = ({
  defaultShouldRevalidate,
  actionStatus,
}: {
  defaultShouldRevalidate: boolean;
  actionStatus?: number;
}) => actionStatus !== undefined || defaultShouldRevalidate;

export default function EventPage() {
  const page = useLoaderData<typeof loader>();
  const { event } = page;
  const isCompact = useLocation().pathname.startsWith('/e/');
  return (
    <OrganizerTheme colors={event.settings.colors} className={styles.page}>
      <EventHead event={event} canonical={page.canonical} image={page.image} />
      {event.isPreview && <PreviewBar eventId={event.id} />}
      {!isCompact && <EventHeader event={event} canonical={page.canonical} />}
      <main className={styles.main}>
        <EventHero event={event} isCompact={isCompact} />
        <TicketPicker key={event.id} page={page}>
          <EventDescription event={event} isCompact={isCompact} />
        </TicketPicker>
      </main>
      <PublicFooter />
    </OrganizerTheme>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <ErrorPage kind="no-event" status={404} />;
  return <RouteError />;
}
