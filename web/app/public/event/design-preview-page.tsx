import { getDesign } from '@entrada/contract/catalog/designs';
import { getPublicEvent } from '@entrada/contract/catalog/shop';
import { useLingui } from '@lingui/react';
import { useEffect, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { newFormKey } from '../../platform/api/form-key.server.ts';
import { apiContext, requestContext } from '../../platform/context.ts';
import { followDesign, type PreviewDesign } from '../../platform/design-preview.ts';
import { RouteError } from '../../platform/route-error.tsx';
import { currencyName } from '../picker/line/currency-name.ts';
import type { PickerPage } from '../picker/state.ts';
import { TicketPicker } from '../picker/ticket-picker.tsx';
import { enhancePage } from './enhance-page.ts';
import styles from './view.module.css';
import { EventView, saleOf } from './view.tsx';

export async function loader({ params, context }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const { baseUrl } = context.get(requestContext);
  const where = { params: { eventId: params['eventId'] ?? '' } };
  // This call comes first, because it refuses everybody who is not a member of the account.
  await call(getDesign, where);
  const { data: event } = await call(getPublicEvent, { ...where, query: {} });
  return { event, formKey: newFormKey(), canonical: new URL(event.path, baseUrl).href };
}

export const headers = () => ({ 'cache-control': 'no-store' });

/** The design arrives by message. Loading the data again would only make the page flicker. */
export const shouldRevalidate = () => false;

export const handle = { isFramed: true };

/** The public page in the designer's frame. It looks the same as for visitors, but no link works. */
export default function DesignPreviewPage() {
  const { i18n } = useLingui();
  const { event: saved, formKey, canonical } = useLoaderData<typeof loader>();
  const [design, setDesign] = useState<PreviewDesign | null>(null);
  useEffect(() => followDesign(setDesign), []);
  useEffect(stayHere, []);
  useEffect(enhancePage, []);
  // A draft is drawn as published, so that it shows its order and its button.
  const event = { ...saved, isPreview: false, hold: null, settings: { ...saved.settings, ...design } };
  const page: PickerPage = {
    event: saleOf(event),
    currencyName: currencyName(event.currency, i18n.locale),
    promo: { typed: '', problem: null },
    selection: {},
    formKey,
    refusal: null,
    path: event.path,
  };
  return (
    <>
      <title>{event.title}</title>
      <EventView
        event={event}
        canonical={canonical}
        isCompact={false}
        picker={
          <div className={styles.picker}>
            <TicketPicker page={page} />
          </div>
        }
      />
    </>
  );
}

/** Blocks links and forms. Other controls of the page, such as adding tickets, still work. */
function stayHere(): () => void {
  const stop = (event: Event) => {
    const isLink = event.target instanceof Element && event.target.closest('a[href]');
    if (event.type !== 'submit' && !isLink) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of ['click', 'auxclick', 'submit'] as const) window.addEventListener(type, stop, true);
  return () => {
    for (const type of ['click', 'auxclick', 'submit'] as const) window.removeEventListener(type, stop, true);
  };
}

export function ErrorBoundary() {
  return <RouteError />;
}
