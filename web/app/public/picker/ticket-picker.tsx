import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { Note } from '../../ui/notices/note.tsx';
import { ProofCheck } from '../../ui/notices/proof-check.tsx';
import { BuyBar } from './buy-bar.tsx';
import { PriceNote } from './line/price-note.tsx';
import { TicketRow } from './line/row.tsx';
import { OrderTotals } from './order-totals.tsx';
import { PromoField } from './promo-field.tsx';
import { isPassing, refusalMessage } from './refusal.ts';
import { canBuy, PROMO_FIELD, type SaleEvent } from './selection.ts';
import type { PickerPage } from './state.ts';
import styles from './ticket-picker.module.css';
import { TotalAnnouncement } from './total-announcement.tsx';
import { usePicker } from './use-picker.ts';

const formId = 'tickets-form';

/**
 * Tickets, promo code and total. Without scripts it is a form with a field for each price. With scripts the total
 * follows every change. It must not use the router or `useId`, because only this part of the page runs in the
 * browser.
 */
export function TicketPicker({ page }: { page: PickerPage }) {
  const { i18n } = useLingui();
  const picker = usePicker(page, i18n.locale);
  const { event, promo, refusal, lines, priced, cancelCheck } = picker;
  const isChecking = cancelCheck !== null;
  const note = useRef<HTMLDivElement>(null);
  const isOpen = !event.isPreview && event.tickets.some((ticket) => ticket.prices.some(canBuy));
  const wake = useRef(picker.wake);
  wake.current = picker.wake;

  useEffect(() => {
    if (refusal) (document.querySelector<HTMLElement>('[data-refused]') ?? note.current)?.focus();
  }, [refusal]);
  useEffect(() => {
    if (isChecking) note.current?.focus();
  }, [isChecking]);
  useEffect(() => {
    const onShow = (shown: PageTransitionEvent) => shown.persisted && wake.current();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  const send = (submission: SubmitEvent<HTMLFormElement>) => {
    submission.preventDefault();
    const typed = submission.currentTarget.elements.namedItem(PROMO_FIELD);
    const code = typed instanceof HTMLInputElement ? typed.value.trim() : '';
    // A typed but unapplied code must change the total before tickets are held.
    if (code && code !== event.promo?.code && code !== promo.typed) void picker.applyPromo(code);
    else void picker.send();
  };

  const button = {
    form: formId,
    name: 'key',
    value: page.formKey,
    isSending: picker.work === 'order',
    // The settings of the page: a preview may change them while the picker is in use.
    text: page.event.settings.continueButtonText,
  };
  return (
    <>
      <form
        id={formId}
        method="post"
        action={page.frame?.action}
        target={page.frame?.target}
        noValidate
        className={styles.left}
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
        <div className={styles.head}>
          <h2 id="tickets">
            <Trans>Tickets</Trans>
          </h2>
          <PriceNote event={event} />
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
            isChecking={picker.work === 'promo'}
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
          {refusal && !hasLine(event, refusal.priceId) && (
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

/** Whether the refused price is on the page, so that its line can show the refusal. */
function hasLine(event: SaleEvent, priceId: number | null): boolean {
  return event.tickets.some((ticket) => ticket.prices.some(({ id }) => id === priceId));
}
