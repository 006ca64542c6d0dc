import type { PublicEvent } from '@entrada/contract/public';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Form, useActionData, useNavigation, useSubmit } from 'react-router';
import { newIdempotencyKey } from '../../platform/api.ts';
import type { ApiErrorCode } from '../../platform/api-error.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { Note } from '../../ui/note.tsx';
import type { EventActionData } from '../event-page.tsx';
import { isPassing, refusalMessage } from '../refusal.ts';
import { canBuy, chosenLines, PROMO_FIELD, priceSelection, type Selection } from '../selection.ts';
import { BuyBar } from './buy-bar.tsx';
import { OrderTotals } from './order-totals.tsx';
import { PriceNote } from './price-note.tsx';
import { PromoField } from './promo-field.tsx';
import styles from './ticket-picker.module.css';
import { TicketRow } from './ticket-row.tsx';
import { TotalAnnouncement } from './total-announcement.tsx';

export type PickerPage = {
  event: PublicEvent;
  promo: { typed: string; problem: ApiErrorCode | null };
  selection: Selection;
  formKey: string;
};

const formId = 'tickets-form';

/**
 * Tickets, promo code and total. Without scripts it is a form with a field for each price; with them the total
 * follows every change. The children stand below the tickets, beside the total.
 */
export function TicketPicker({ page, children }: { page: PickerPage; children: ReactNode }) {
  const { i18n } = useLingui();
  const { event, promo } = page;
  const isHydrated = useHydrated();
  const isSending = useNavigation().formMethod === 'POST';
  const submit = useSubmit();
  const answer = useActionData<EventActionData>();
  const [handled, setHandled] = useState<EventActionData>();
  const [selection, setSelection] = useState<Selection>(answer?.selection ?? page.selection);
  const note = useRef<HTMLDivElement>(null);
  const refusal = answer && answer !== handled ? answer.refusal : null;
  const { lines, problems } = chosenLines(event, selection, i18n.locale);
  const priced = priceSelection(event, lines);
  const isOpen = !event.isPreview && event.tickets.some((ticket) => ticket.prices.some(canBuy));

  useEffect(() => {
    if (answer) (document.querySelector<HTMLElement>('[data-refused]') ?? note.current)?.focus();
  }, [answer]);

  const change = (priceId: number, value: string) => {
    setSelection((current) => ({ ...current, [priceId]: value }));
    setHandled(answer);
  };
  const applyPromo = (code: string) =>
    void submit(code ? { [PROMO_FIELD]: code } : {}, {
      method: 'get',
      preventScrollReset: true,
      replace: true,
    });
  const send = (submission: SubmitEvent<HTMLFormElement>) => {
    const native = submission.nativeEvent as globalThis.SubmitEvent;
    const typed = submission.currentTarget.elements.namedItem(PROMO_FIELD);
    const code = typed instanceof HTMLInputElement ? typed.value.trim() : '';
    if (isSending) submission.preventDefault();
    else if (code && code !== event.promo?.code && code !== promo.typed) {
      // The code was typed but not applied; it must change the total before anything is held.
      submission.preventDefault();
      applyPromo(code);
    } else if (native.submitter instanceof HTMLButtonElement) native.submitter.value = newIdempotencyKey();
  };

  const button = {
    form: formId,
    name: 'key',
    value: page.formKey,
    isSending,
    text: event.settings.continueButtonText,
  };
  return (
    <div className={isOpen ? styles.columns : undefined}>
      <div className={styles.left}>
        <Form
          id={formId}
          method="post"
          noValidate
          preventScrollReset
          onSubmit={send}
          aria-labelledby="tickets"
        >
          {/* What Enter in a field presses. */}
          <button
            type="submit"
            name="key"
            value={page.formKey}
            className="visually-hidden"
            tabIndex={-1}
            aria-hidden="true"
          />
          {isHydrated && lines.length > 0 && (
            <input type="hidden" name="expectedTotal" value={priced.total} />
          )}
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
              selection={selection}
              problems={problems}
              refusal={refusal}
              onChange={change}
            />
          ))}
          {isOpen && <PromoField promo={promo} applied={event.promo} onApply={applyPromo} />}
          <div ref={note} tabIndex={-1} className={styles.note}>
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
        </Form>
        {children}
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
    </div>
  );
}

/** Whether a refused price is on the page, and so has a line to say it at. */
function hasLine(event: PublicEvent, priceId: number | null): boolean {
  return event.tickets.some((ticket) => ticket.prices.some(({ id }) => id === priceId));
}
