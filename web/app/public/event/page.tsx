import type { PublicEvent } from '@entrada/contract/catalog/shop';
import { COOKIES } from '@entrada/contract/constants';
import { reserveOrder } from '@entrada/contract/sales/checkout';
import { useLingui } from '@lingui/react';
import {
  type ActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  useActionData,
  useLoaderData,
  useLocation,
  useRouteError,
} from 'react-router';
import { ApiError, type ApiErrorCode } from '../../platform/api/error.ts';
import { readForm } from '../../platform/api/form.ts';
import { keyOfForm, newFormKey } from '../../platform/api/form-key.server.ts';
import { apiContext, requestContext } from '../../platform/context.ts';
import { isLocale, localeCookie, readCookie } from '../../platform/i18n/locales.ts';
import { RouteError } from '../../platform/route-error.tsx';
import { titleFont } from '../../platform/styles/fonts.ts';
import { NoEventPage } from '../../ui/notices/no-event-page.tsx';
import { findNext, WhatNext } from '../parts/what-next.tsx';
import { PickerIsland } from '../picker/inlined-island.tsx';
import { currencyName } from '../picker/line/currency-name.ts';
import { isAboutPromo, type Refusal, refusalFrom } from '../picker/refusal.ts';
import { chosenLines, orderItems, PROMO_FIELD, readSelection, WIDGET_FIELD } from '../picker/selection.ts';
import type { EventActionData, PickerPage } from '../picker/state.ts';
import { EventHead } from './head.tsx';
import { checkCode, findEvent, startSelection } from './load-event.server.ts';
import { openAffiliate, readAffiliate } from './open-affiliate.server.ts';
import { PreviewBar } from './preview-bar.tsx';
import { shareImage } from './seo.ts';
import { EventView, saleOf } from './view.tsx';

type Params = LoaderFunctionArgs['params'];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const { baseUrl, formKey, locale } = context.get(requestContext);
  const url = new URL(request.url);
  const code = url.searchParams.has(PROMO_FIELD) ? readCode(url.searchParams) : null;
  const event = await findEvent({ call, params, code });
  const path = rightPath(url.pathname, params, event);
  if (path) throw redirect(path + url.search, 301);
  await openAffiliate(call, event.id, request);
  return {
    event,
    promo: await checkCode(call, event, code),
    selection: startSelection(event, url.searchParams, locale),
    path: url.pathname,
    formKey,
    canonical: new URL(event.path, baseUrl).href,
    image: shareImage(event, baseUrl),
    next: await findNext(call, event),
  };
}

const readCode = (fields: URLSearchParams | FormData) =>
  String(fields.get(PROMO_FIELD) ?? '')
    .trim()
    .slice(0, 200);

/** The correct address of this kind of event page. Null if the requested address is correct. */
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
  const { locale: own, baseUrl } = context.get(requestContext);
  const form = await readForm(request);
  // A widget sends its language. Typed amounts are read in that language.
  const asked = form.get('locale');
  const locale = isLocale(asked) ? asked : own;
  const code = readCode(form);
  const event = await findEvent({ call, params, code });
  const selection = readSelection(event, form);
  const { lines, problems } = chosenLines(event, selection, locale);
  const refuse = (refusal: Refusal, status: number) =>
    data(
      {
        refusal,
        selection,
        promo: { typed: code, problem: isAboutPromo(refusal) ? (refusal.code as ApiErrorCode) : null },
      } satisfies EventActionData,
      { status },
    );
  const [wrong] = Object.entries(problems);
  if (wrong) {
    const price = event.tickets.flatMap((ticket) => ticket.prices).find(({ id }) => String(id) === wrong[0]);
    return refuse({ code: wrong[1], priceId: price?.id ?? null, figures: { min: price?.amount } }, 422);
  }
  if (lines.length === 0) {
    // Without scripts, Enter in the promo code field presses Continue. The visitor wants to apply the code.
    const { searchParams } = new URL(request.url);
    if (code && code !== searchParams.get(PROMO_FIELD)) {
      return redirect(`?${new URLSearchParams({ [PROMO_FIELD]: code })}`, 303);
    }
    return refuse({ code: 'NOTHING_SELECTED', priceId: null, figures: {} }, 422);
  }
  const expected = Number(form.get('expectedTotal') ?? Number.NaN);
  const url = new URL(request.url);
  const affiliateCode = readAffiliate(url);
  const widgetOn = form.get(WIDGET_FIELD);
  const body = {
    items: orderItems(lines),
    ...(code && { promoCode: code }),
    // A browser that keeps no cookie, for example in a frame, still sends the affiliate in the address.
    ...(affiliateCode && { affiliateCode }),
    ...(Number.isSafeInteger(expected) && { expectedTotal: expected }),
    locale,
    visit: {
      address: (url.pathname + url.search).slice(0, 2000),
      isWidget: widgetOn !== null,
      ...(widgetOn && { referrer: String(widgetOn).slice(0, 2000) }),
    },
  };
  try {
    const { data: order } = await call(
      reserveOrder,
      { params: { eventId: String(event.id) }, body },
      { idempotencyKey: keyOfForm(String(form.get('key') ?? newFormKey()), body) },
    );
    // A refused order is not counted here: the page that shows the refusal is loaded normally and counts the visit.
    await openAffiliate(call, event.id, request);
    const isChosen = readCookie(request.headers.get('cookie'), COOKIES.locale) !== undefined;
    return redirect(`/checkout/${event.id}/${order.shortId}/details`, {
      status: 303,
      // The checkout continues in this language, unless the visitor has chosen another one.
      ...(locale !== own && !isChosen && { headers: { 'set-cookie': localeCookie(locale, baseUrl) } }),
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refuse(refusalFrom(error), error.status);
  }
}

/**
 * Loads a new document when the visitor comes from another page. The router does not run this page, see island.tsx.
 */
export function clientLoader({ request }: ClientLoaderFunctionArgs): never {
  const { pathname, search } = new URL(request.url);
  throw redirectDocument(pathname + search);
}

export const links = titleFont;

export const handle = { isIsland: true };

export default function EventPage() {
  const { event, promo, selection, path, formKey, canonical, image, next } = useLoaderData<typeof loader>();
  const answer = useActionData<EventActionData>();
  const isCompact = useLocation().pathname.startsWith('/e/');
  const { i18n } = useLingui();
  const page: PickerPage = {
    event: saleOf(event),
    currencyName: currencyName(event.currency, i18n.locale),
    promo: answer?.promo ?? promo,
    selection: answer?.selection ?? selection,
    formKey,
    refusal: answer?.refusal ?? null,
    path,
  };
  return (
    <EventView
      event={event}
      canonical={canonical}
      isCompact={isCompact}
      top={
        <>
          <EventHead event={event} canonical={canonical} image={image} />
          {event.isPreview && <PreviewBar eventId={event.id} />}
        </>
      }
      picker={<PickerIsland page={page} />}
      next={next && <WhatNext event={event} next={next} />}
    />
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  // The API sends data if the event does not exist. An error without data means that the address is not one of an
  // event.
  if (isRouteErrorResponse(error) && error.status === 404 && error.data) return <NoEventPage />;
  return <RouteError />;
}
