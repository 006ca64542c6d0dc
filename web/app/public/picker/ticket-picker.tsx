import type { reserveOrder } from '@entrada/contract/sales/checkout';
import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import { api, newIdempotencyKey } from '../../platform/api/client.ts';
import { type CancelCheck, withProof } from '../../platform/proof/with-proof.ts';
import { Note } from '../../ui/notices/note.tsx';
import { ProofCheck } from '../../ui/notices/proof-check.tsx';
import { leaveFrame } from '../event/widget-frame.ts';
import { BuyBar } from './buy-bar.tsx';
import { PriceNote } from './line/price-note.tsx';
import { TicketRow } from './line/row.tsx';
import { OrderTotals } from './order-totals.tsx';
import { OwnHold } from './own-hold.tsx';
import { PromoField } from './promo-field.tsx';
import { isPassing, refusalMessage } from './refusal.ts';
import { findLine, RefusalSummary } from './refusal-summary.tsx';
import { canBuy, fieldName, orderItems, PROMO_FIELD, visitHere } from './selection.ts';
import type { PickerFrame, PickerPage } from './state.ts';
import styles from './ticket-picker.module.css';
import { TotalAnnouncement } from './total-announcement.tsx';
import { asError, type During, usePicker } from './use-picker.ts';

/** By method and path, like the calls of use-picker.ts. */
export const reserve = { method: 'POST', path: '/public/events/:eventId/orders' } as typeof reserveOrder;

const formId = 'tickets-form';

/**
 * Tickets, promo code and total. Without scripts it is a form with a field for each price. With scripts the total
 * follows every change. It must not use the router or `useId`, because only this part of the page runs in the
 * browser.
 */
export function TicketPicker({ page }: { page: PickerPage }) {
  const { i18n } = useLingui();
  const { work, during } = useWork();
  const picker = usePicker(page, i18n.locale, during);
  const { event, promo, refusal, lines, priced } = picker;
  const [cancelCheck, setCancelCheck] = useState<CancelCheck>(null);
  const isChecking = cancelCheck !== null;
  const note = useRef<HTMLDivElement>(null);
  const isOpen = !event.isPreview && event.tickets.some((ticket) => ticket.prices.some(canBuy));

  useEffect(() => {
    if (!refusal) return;
    const refused = document.querySelector<HTMLElement>('[data-refused]') ?? note.current;
    // A folded ticket opens, because nothing in it can take the focus.
    refused?.closest('details')?.setAttribute('open', '');
    refused?.focus();
  }, [refusal]);
  useEffect(() => {
    if (isChecking) note.current?.focus();
  }, [isChecking]);

  /** In a frame: goes to the event page in a window that keeps cookies. Answers whether this page stays open. */
  const leave = (frame: PickerFrame): boolean => {
    const code = event.promo?.code;
    leaveFrame(frame, {
      ...Object.fromEntries(
        lines.map(({ price }) => [fieldName(price.id), picker.selection[price.id] ?? '']),
      ),
      ...(code && { [PROMO_FIELD]: code }),
      expectedTotal: String(priced.total),
      // The page stays open beside a new window, and its next order is a different one.
      key: frame.target === '_blank' ? newIdempotencyKey() : page.formKey,
    });
    return frame.target === '_blank';
  };

  const order = async () => {
    const code = event.promo?.code;
    const body = {
      items: orderItems(lines),
      expectedTotal: priced.total,
      visit: visitHere(),
      ...(code && { promoCode: code }),
    };
    const call = { params: { eventId: String(event.id) }, body: { ...body, locale: i18n.locale as 'en' } };
    const idempotencyKey = newIdempotencyKey();
    const { data } = await withProof(
      (headers) => api(reserve, call, { idempotencyKey, headers }),
      (cancel) => setCancelCheck(() => cancel),
    );
    location.assign(`/checkout/${event.id}/${data.shortId}/details`);
  };

  /** Holds the chosen tickets and goes to the details. A refusal is shown at its line, with the current figures. */
  const buy = () =>
    during('order', async () => {
      const [wrong] = Object.entries(picker.problems);
      if (wrong) picker.setRefusal({ code: wrong[1], priceId: Number(wrong[0]), figures: {} });
      else if (lines.length === 0) {
        picker.setRefusal({ code: 'NOTHING_SELECTED', priceId: null, figures: {} });
      } else {
        picker.setRefusal(null);
        if (page.frame) return leave(page.frame);
        try {
          await order();
          return false;
        } catch (error) {
          await picker.refuse(asError(error));
        }
      }
      return true;
    });

  const renew = () => void picker.refresh(event.promo?.code ?? '').catch(() => undefined);
  useReturn(renew, event.hold !== null);

  const send = (submission: SubmitEvent<HTMLFormElement>) => {
    submission.preventDefault();
    const typed = submission.currentTarget.elements.namedItem(PROMO_FIELD);
    const code = typed instanceof HTMLInputElement ? typed.value.trim() : '';
    // A typed but unapplied code must change the total before tickets are held.
    if (code && code !== event.promo?.code && code !== promo.typed) void picker.applyPromo(code);
    else void buy();
  };

  const button = {
    form: formId,
    name: 'key',
    value: page.formKey,
    isSending: work === 'order',
    // The settings of the page: a preview may change them while the picker is in use.
    text: page.event.settings.continueButtonText,
  };
  return (
    <>
      <div className={styles.left}>
        {event.hold && <OwnHold key={event.hold.orderShortId} hold={event.hold} page={page} onEnd={renew} />}
        <form
          id={formId}
          method="post"
          action={page.frame?.action}
          target={page.frame?.target}
          noValidate
          onSubmit={send}
          aria-labelledby="tickets"
        >
          {/* Enter in a field presses this button. */}
          <button
            type="submit"
            name="key"
            value={page.formKey}
            className="visually-hidden"
            tabIndex={-1}
            aria-hidden="true"
          />
          {Object.entries(page.frame?.fields ?? {}).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <RefusalSummary event={event} refusal={refusal} />
          <div className={styles.head}>
            <h2 id="tickets">
              <Trans>Tickets</Trans>
            </h2>
            <PriceNote event={event} currency={page.currencyName} />
          </div>
          {event.tickets.length === 0 && (
            <p className={styles.none}>
              <Trans>No tickets available</Trans>
            </p>
          )}
          {event.tickets.map((ticket) => (
            <TicketRow
              key={ticket.id}
              event={event}
              ticket={ticket}
              selection={picker.selection}
              problems={picker.problems}
              refusal={refusal}
              onChange={picker.change}
            />
          ))}
          {isOpen && (
            <PromoField
              promo={promo}
              applied={event.promo}
              isChecking={work === 'promo'}
              onApply={(code) => void picker.applyPromo(code)}
            />
          )}
          <div ref={note} tabIndex={-1} className={styles.note}>
            {cancelCheck && (
              <ProofCheck onCancel={cancelCheck}>
                <Trans>
                  Many people on your network are buying. Checking your browser, this takes a few seconds.
                </Trans>
              </ProofCheck>
            )}
            {refusal && !findLine(event, refusal, i18n.locale) && !promo.problem && (
              <Note
                tone="error"
                announce
                action={
                  isPassing(refusal) && (
                    <button type="submit" form={formId} name="key" value={page.formKey}>
                      <Trans>Try again</Trans>
                    </button>
                  )
                }
              >
                {refusalMessage(i18n, refusal, event.currency)}
              </Note>
            )}
          </div>
        </form>
      </div>
      {isOpen && (
        <>
          <OrderTotals event={event} priced={priced} lines={lines} button={button} />
          <BuyBar event={event} priced={priced} button={button} />
          <TotalAnnouncement
            total={priced.total}
            count={lines.reduce((sum, line) => sum + line.quantity, 0)}
            currency={event.currency}
          />
        </>
      )}
    </>
  );
}

/**
 * Reads the event again when the visitor comes back: to a page that the browser restored from its memory, or from
 * another tab in which an unfinished order may have ended.
 */
function useReturn(renew: () => void, hasHold: boolean) {
  const latest = useRef(renew);
  latest.current = renew;
  useEffect(() => {
    const onShow = (shown: PageTransitionEvent) => shown.persisted && latest.current();
    const onSight = () => hasHold && document.visibilityState === 'visible' && latest.current();
    window.addEventListener('pageshow', onShow);
    document.addEventListener('visibilitychange', onSight);
    return () => {
      window.removeEventListener('pageshow', onShow);
      document.removeEventListener('visibilitychange', onSight);
    };
  }, [hasHold]);
}

/** The work under way: a second press while it runs does nothing. */
function useWork() {
  const [work, setWork] = useState<Parameters<During>[0] | null>(null);
  const isBusy = useRef(false);
  const end = useCallback(() => {
    isBusy.current = false;
    setWork(null);
  }, []);
  const during: During = async (what, run) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setWork(what);
    if (await run()) end();
  };
  useEffect(() => {
    // The browser restored the page from its memory, as it was when it was left.
    const onShow = (shown: PageTransitionEvent) => shown.persisted && end();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [end]);
  return { work, during };
}
