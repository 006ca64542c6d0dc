import { DEFAULT_COLORS } from '@entrada/contract/catalog/designs';
import type { PublicEvent } from '@entrada/contract/catalog/shop';
import { readWidgetOptions, type WidgetOptions } from '@entrada/contract/catalog/widget-options';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import { data, type LoaderFunctionArgs, useLoaderData, useLocation, useRouteError } from 'react-router';
import { ApiError } from '../../platform/api/error.ts';
import { pageRefusal } from '../../platform/api/page-refusal.ts';
import { apiContext, requestContext } from '../../platform/context.ts';
import { OrganizerTheme } from '../../ui/brand/organizer-theme.tsx';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { BusyWords } from '../../ui/notices/busy-words.tsx';
import { PickerIsland } from '../picker/inlined-island.tsx';
import { currencyName } from '../picker/line/currency-name.ts';
import { WIDGET_ROOT } from '../picker/root.ts';
import { WIDGET_FIELD } from '../picker/selection.ts';
import type { PickerFrame, PickerPage } from '../picker/state.ts';
import { checkCode, findEvent, startSelection } from './load-event.server.ts';
import { saleOf } from './view.tsx';
import styles from './widget-page.module.css';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const { searchParams } = new URL(request.url);
  const options = readWidgetOptions(searchParams);
  const event = await findEvent({ call, params, code: options.promoCode || null }).catch((error: unknown) => {
    // The surrounding page belongs to somebody else and keeps working. The widget shows that the event is missing.
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
  if (!event) return data({ options, page: null, title: '', isCalledOff: false }, { status: 404 });
  const { buttonText } = options;
  const { locale, formKey } = context.get(requestContext);
  const sale = saleOf(event);
  const page: PickerPage = {
    event: buttonText ? { ...sale, settings: { ...sale.settings, continueButtonText: buttonText } } : sale,
    currencyName: currencyName(event.currency, locale),
    promo: await checkCode(call, event, options.promoCode),
    selection: startSelection(event, searchParams, locale),
    formKey,
    refusal: null,
    path: event.path,
    frame: frameOf(event, options, siteOf(request.headers.get('referer'))),
  };
  return data({ options, page, title: event.title, isCalledOff: event.isCalledOff });
}

/** The site that shows the widget. Its address may name a visitor, so only the site goes on. */
const siteOf = (referrer: string | null) =>
  referrer && URL.canParse(referrer) ? new URL(referrer).origin.slice(0, 2000) : '';

function frameOf(
  event: PublicEvent,
  { affiliate, locale, target }: WidgetOptions,
  site: string,
): PickerFrame {
  return {
    action: affiliate ? `${event.path}?${new URLSearchParams({ aff: affiliate })}` : event.path,
    target: target === 'blank' ? '_blank' : '_top',
    fields: { ...(locale && { locale }), [WIDGET_FIELD]: site },
  };
}

export const handle = { isIsland: true, isFramed: true };

/** The ticket picker alone, in a frame on another site. The order continues outside of the frame. */
export default function WidgetPage() {
  const { options, page, title, isCalledOff } = useLoaderData<typeof loader>();
  const settings = page?.event.settings;
  // The surrounding page may be light or dark, and nobody tells us which. The visitor's scheme is never used.
  const colors = { ...DEFAULT_COLORS, ...settings?.colors, ...options.colors };
  const grows = options.autoResize ?? settings?.widgetAutoResize ?? true;
  return (
    <OrganizerTheme colors={colors} className={styles.page}>
      <title>{title || 'Entrada'}</title>
      <meta name="robots" content="noindex" />
      <main
        id={WIDGET_ROOT}
        className={styles.widget}
        data-widget
        data-grows={grows}
        style={{ '--padding': `${options.padding}px` } as CSSProperties}
      >
        {isCalledOff ? (
          <p className={styles.none}>
            <Trans>{title} was called off. There are no tickets any more.</Trans>
          </p>
        ) : page ? (
          <>
            <h1 className="visually-hidden">{title}</h1>
            <div className={styles.columns}>
              <PickerIsland page={page} />
            </div>
          </>
        ) : (
          <p className={styles.none}>
            <Trans>These tickets are not available.</Trans>
          </p>
        )}
      </main>
    </OrganizerTheme>
  );
}

/**
 * Tickets that cannot be shown on another site. No page of ours but the widget may open in its frame, so the only way on is
 * to try again.
 */
export function ErrorBoundary() {
  const { t } = useLingui();
  const { pathname, search } = useLocation();
  const { status, retryAfter } = pageRefusal(useRouteError());
  const isBusy = status === 429;
  return (
    <OrganizerTheme colors={DEFAULT_COLORS} className={styles.page}>
      <title>{isBusy ? t`Please wait a moment.` : t`Something went wrong.`}</title>
      <main className={styles.failed} data-widget role="alert">
        <p>
          {isBusy ? (
            <BusyWords retryAfter={retryAfter} />
          ) : (
            <Trans>The page could not load. The fault is ours, not yours. Try again in a moment.</Trans>
          )}
        </p>
        <a className={buttonClass({ variant: 'ink' })} href={pathname + search}>
          <Trans>Try again</Trans>
        </a>
      </main>
    </OrganizerTheme>
  );
}
