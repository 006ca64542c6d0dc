import type { Ticket } from '@entrada/contract/catalog/tickets';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { HistorySection } from '../kit/audit/section.tsx';
import { useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { FormDrawer } from '../kit/form/drawer-frame.tsx';
import { refusedAmount } from '../kit/form/field-words.ts';
import { RecordDrawer } from '../kit/form/record-drawer.tsx';
import { useFrame } from '../kit/form/use-frame.ts';
import { useRecordForm } from '../kit/form/use-record-form.tsx';
import { useTaxesAndFees } from '../kit/taxes-and-fees/queries.ts';
import type { TaxOrFeeValues } from '../kit/taxes-and-fees/values.ts';
import { loadTicket, saveTicket, type TicketBody, touchedByTickets } from './api.ts';
import { useTicketDifferences } from './differences.ts';
import { TicketFields } from './fields.tsx';
import { TicketTaxesAndFees } from './taxes-and-fees/chosen.tsx';
import { emptyTicket, readTicket, ticketValues, withRemoved } from './values.ts';

/** The drawer of a new or an existing ticket. */
export function TicketDrawer({ which, close }: { which: string; close: () => void }) {
  const { t } = useLingui();
  const event = useEvent();
  return (
    <RecordDrawer
      which={which}
      title={t`Edit ticket`}
      close={close}
      queryKey={(id) => keys.ticket(event.id, id)}
      load={(id, signal) => loadTicket(event.id, id, signal)}
    >
      {(ticket) => <TicketForm ticket={ticket} close={close} />}
    </RecordDrawer>
  );
}

function TicketForm({ ticket, close }: { ticket: Ticket | null; close: () => void }) {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const frame = useFrame();
  /** A new tax or fee that the user is typing within the ticket. */
  const [draft, setDraft] = useState<TaxOrFeeValues | null>(null);
  const taxesAndFees = useTaxesAndFees();
  const form = useRecordForm({
    found: ticket,
    read: (found) => (found ? ticketValues(found, frame) : emptyTicket()),
    judge: (now) => {
      const known = taxesAndFees.data?.map((taxOrFee) => taxOrFee.id);
      // A tax or fee that was deleted meanwhile can't be attached, and the form does not show it.
      const taxOrFeeIds = now.taxOrFeeIds?.filter((id) => !known || known.includes(id)) ?? null;
      const judged = readTicket({ ...now, taxOrFeeIds }, frame);
      return draft ? { body: null, wrong: [...judged.wrong, { path: 'draft', code: 'required' }] } : judged;
    },
    load: ({ id }) => loadTicket(event.id, id),
    save: (body: TicketBody, current) => saveTicket(event.id, body, current),
    invalidates: () => touchedByTickets(event.id),
    success: (saved) => t`${saved.name} is saved.`,
    close,
    differences: useTicketDifferences(frame, taxesAndFees.data ?? []),
    shows: (path) => path === 'draft' || /^prices\.\d+\.\w+$/.test(path),
    hasMore: draft !== null,
    currency: event.currency,
    own: { 'draft required': t`Add this tax or fee first, or cancel it.` },
    onError: (error) => {
      const amount = refusedAmount(i18n, error, event.currency);
      if (amount) {
        form.refuse(amount);
        return true;
      }
      if (error.code !== 'TICKET_HAS_SALES') return false;
      // A deleted tier has orders: an order came in meanwhile, or an order without sales names the tier. The tier comes
      // back. All other changes are kept.
      set({ prices: withRemoved(values.prices, initial.prices) });
      form.refuse({}, t`A tier that you deleted has orders, so it is back. You can hide it.`);
      return true;
    },
  });
  const { current, initial, values, set } = form;
  const sold = current?.prices.reduce((sum, price) => sum + price.sold, 0) ?? 0;
  return (
    <FormDrawer {...form.drawer} title={current ? t`Edit ticket` : t`New ticket`} submit={t`Save ticket`}>
      {form.conflict}
      <TicketFields
        values={values}
        frame={frame}
        errors={form.errors}
        sold={sold}
        isTypeLocked={current?.hasSales ?? false}
        set={set}
        taxesAndFees={
          <TicketTaxesAndFees
            values={values}
            storedIds={current?.taxesAndFees.map(({ id }) => id) ?? []}
            frame={frame}
            errors={form.errors}
            taxesAndFees={taxesAndFees}
            draft={draft}
            setDraft={(next) => {
              setDraft(next);
              form.forget('draft');
            }}
            set={set}
          />
        }
      />
      {current && <HistorySection kind="ticket" id={current.id} />}
    </FormDrawer>
  );
}
