import type { Ticket } from '@entrada/contract/tickets';
import { useLingui } from '@lingui/react/macro';
import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { fieldErrorMessage } from '../../platform/error-messages.ts';
import { languageTag } from '../../platform/locales.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { keys } from '../keys.ts';
import { useCharges } from '../shell/charges.ts';
import { useEvent } from '../shell/event.ts';
import { useChange } from '../shell/use-change.ts';
import { useLeaveGuard } from '../shell/use-leave-guard.ts';
import type { ChargeValues } from '../ui/charges/charge-values.ts';
import { Conflict } from '../ui/conflict.tsx';
import { FormDrawer } from '../ui/form-drawer.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { moneyInputErrors } from '../ui/money-input.tsx';
import { useFormErrors } from '../ui/use-form-errors.ts';
import { loadTicket, saveTicket, type TicketBody, touchedByTickets } from './api.ts';
import { TicketCharges } from './ticket-charges.tsx';
import { useTicketDifferences } from './ticket-differences.ts';
import { TicketFields } from './ticket-fields.tsx';
import {
  emptyTicket,
  readTicket,
  type TicketValues,
  ticketValues,
  type Wrong,
  withRemoved,
} from './ticket-values.ts';

/** A new ticket, or an existing one as it is now: a copy from a list could be old and lose to a conflict. */
export function TicketDrawer({ which, close }: { which: string; close: () => void }) {
  const { t } = useLingui();
  const event = useEvent();
  const ticketId = /^\d{1,15}$/.test(which) ? Number(which) : null;
  const { data, isError, error, refetch } = useQuery({
    queryKey: keys.ticket(event.id, ticketId ?? 0),
    queryFn: ({ signal }) => loadTicket(event.id, ticketId ?? 0, signal),
    enabled: ticketId !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (ticketId === null) return <TicketForm ticket={null} close={close} />;
  if (data) return <TicketForm key={data.id} ticket={data} close={close} />;
  return (
    <Drawer opened onClose={close} title={t`Edit ticket`} closeButtonProps={{ 'aria-label': t`Close` }}>
      {isError ? (
        <LoadFailed error={error} retry={() => void refetch()} />
      ) : (
        ['100%', '100%', '60%'].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks that never change
          <p key={index}>
            <Skeleton width={width} height={36} />
          </p>
        ))
      )}
    </Drawer>
  );
}

function TicketForm({ ticket, close }: { ticket: Ticket | null; close: () => void }) {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const frame = { currency: event.currency, timezone: event.timezone, locale: languageTag(i18n.locale) };
  const form = useFormErrors();
  /** What the form was read from, and which version a save replaces. */
  const [current, setCurrent] = useState(ticket);
  const [initial, setInitial] = useState(() => (ticket ? ticketValues(ticket, frame) : emptyTicket()));
  const [values, setValues] = useState(initial);
  const [theirs, setTheirs] = useState<Ticket | null>(null);
  /** A tax or fee that is being typed within the ticket. */
  const [draft, setDraft] = useState<ChargeValues | null>(null);
  const charges = useCharges();
  const differences = useTicketDifferences(frame, charges.data ?? []);
  const isDirty = draft !== null || JSON.stringify(values) !== JSON.stringify(initial);
  const guard = useLeaveGuard(isDirty);
  const set = (change: Partial<TicketValues>) => {
    setValues((before) => ({ ...before, ...change }));
    for (const path of Object.keys(form.errors)) {
      if (Object.keys(change).some((name) => path === name || path.startsWith(`${name}.`))) form.forget(path);
    }
  };
  const save = useChange({
    run: (body: TicketBody) => saveTicket(event.id, body, current),
    invalidates: () => touchedByTickets(event.id),
    success: (saved) => t`${saved.name} is saved.`,
    onDone: () => {
      guard.release();
      close();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'STALE_VERSION' && current) {
        void loadTicket(event.id, current.id).then(setTheirs, (again) => form.refuseBy(again, () => false));
        return true;
      }
      if (
        error instanceof ApiError &&
        error.code === 'PRICE_BELOW_PROVIDER_MINIMUM' &&
        values.type !== 'tiered'
      ) {
        form.refuseBy(error, () => false);
        return true;
      }
      if (error instanceof ApiError && error.code === 'TICKET_HAS_SALES') {
        // An order came in, or one without sales names it: nothing that was typed goes, the tier comes back.
        set({ prices: withRemoved(values.prices, initial.prices) });
        form.refuse({}, t`A tier that you deleted has orders, so it is back. You can hide it.`);
        return true;
      }
      form.refuseBy(error, (path) => path in values || /^prices\.\d+\.\w+$/.test(path));
      return true;
    },
  });
  const submit = () => {
    const { body, wrong } = readTicket(values, frame);
    const say = ({ path, code, ...figures }: Wrong) =>
      code in moneyInputErrors
        ? i18n._(moneyInputErrors[code as keyof typeof moneyInputErrors])
        : fieldErrorMessage(i18n, { path, code: code as never, ...figures });
    const refused = Object.fromEntries(wrong.map((one) => [one.path, say(one)]));
    const unfinished = draft && { draft: t`Add this tax or fee first, or cancel it.` };
    if (!body || unfinished) return form.refuse({ ...refused, ...unfinished });
    form.clear();
    const known = charges.data?.map((charge) => charge.id);
    // One that was deleted meanwhile can't be attached, and is not in sight either.
    const taxOrFeeIds = body.taxOrFeeIds?.filter((id) => !known || known.includes(id));
    void save.start({ ...body, ...(taxOrFeeIds && { taxOrFeeIds }) });
  };
  const takeTheirs = (fresh: Ticket) => {
    const read = ticketValues(fresh, frame);
    setCurrent(fresh);
    setInitial(read);
    setValues(read);
    setTheirs(null);
    form.clear();
  };
  const keepMine = (fresh: Ticket) => {
    const read = ticketValues(fresh, frame);
    const mine = Object.entries(values).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(initial[field as keyof TicketValues]),
    );
    setCurrent(fresh);
    setInitial(read);
    setValues({ ...read, ...Object.fromEntries(mine) });
    setTheirs(null);
  };
  const sold = current?.prices.reduce((sum, price) => sum + price.sold, 0) ?? 0;
  return (
    <FormDrawer
      opened
      title={current ? t`Edit ticket` : t`New ticket`}
      submit={t`Save ticket`}
      isPending={save.isPending}
      onClose={close}
      onSubmit={submit}
      error={form.whole}
      attempts={form.attempts + (theirs ? 1 : 0)}
    >
      {theirs && (
        <Conflict
          differences={differences(initial, ticketValues(theirs, frame), values)}
          onTheirs={() => takeTheirs(theirs)}
          onYours={() => keepMine(theirs)}
        />
      )}
      <TicketFields
        values={values}
        frame={frame}
        errors={form.errors}
        sold={sold}
        isTypeLocked={current?.hasSales ?? false}
        set={set}
        charges={
          <TicketCharges
            values={values}
            frame={frame}
            errors={form.errors}
            charges={charges}
            draft={draft}
            setDraft={(next) => {
              setDraft(next);
              form.forget('draft');
            }}
            set={set}
          />
        }
      />
    </FormDrawer>
  );
}
