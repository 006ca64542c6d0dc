import { LIMITS } from '@entrada/contract/constants';
import { useLingui } from '@lingui/react/macro';
import { MultiSelect, Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { type TicketName, useTicketNamesQuery } from '../data/ticket-names.ts';
import { LoadFailed } from '../display/load-failed.tsx';
import { FormSection } from '../form/drawer-frame.tsx';

/** What a form keeps of a choice of tickets: MultiSelect speaks text, the contract numbers. */
export type TicketChoiceValue = { allTickets: boolean; ticketIds: string[] };

export function ticketChoiceOf(
  from: { allTickets: boolean; tickets: readonly { id: number }[] } | null,
): TicketChoiceValue {
  return { allTickets: from?.allTickets ?? true, ticketIds: from?.tickets.map(({ id }) => String(id)) ?? [] };
}

/** The choice as the contract takes it. */
export function ticketChoiceBody({ allTickets, ticketIds }: TicketChoiceValue) {
  return { allTickets, ticketIds: allTickets ? [] : ticketIds.map(Number) };
}

/** The chosen tickets by name, in the order of the event. */
export const namesOf = (ids: readonly string[], tickets: readonly TicketName[]): string =>
  tickets
    .filter(({ id }) => ids.includes(String(id)))
    .map(({ name }) => name)
    .join(', ');

type TicketChoiceProps = {
  eventId: number;
  title: string;
  value: TicketChoiceValue;
  onChange: (value: TicketChoiceValue) => void;
  error?: ReactNode;
  /** Leaves out "all tickets", for what needs tickets by name. */
  onlySome?: boolean;
  /** What follows from the choice, below it. */
  hint?: ReactNode;
};

/** A part of a form: all tickets of the event, or these. */
export function TicketChoice(props: TicketChoiceProps) {
  const { t } = useLingui();
  const tickets = useTicketNamesQuery(props.eventId);
  const { value, onChange } = props;
  const isSome = props.onlySome || !value.allTickets;
  return (
    <FormSection title={props.title}>
      {!props.onlySome && (
        <Radio.Group
          aria-label={props.title}
          value={value.allTickets ? 'all' : 'some'}
          onChange={(choice) => onChange({ ...value, allTickets: choice === 'all' })}
        >
          <Stack gap="var(--s2-5)">
            <Radio value="all" label={t`All tickets, also those added later`} />
            <Radio value="some" label={t`Only these tickets`} />
          </Stack>
        </Radio.Group>
      )}
      {isSome && tickets.isError && <LoadFailed error={tickets.error} retry={() => void tickets.refetch()} />}
      {isSome && !tickets.isError && (
        <MultiSelect
          label={t`Tickets`}
          searchable
          limit={LIMITS.selectedRows}
          // Without their names the chosen ones would show as numbers.
          disabled={!tickets.data}
          value={tickets.data ? value.ticketIds : []}
          onChange={(ticketIds) => onChange({ ...value, ticketIds })}
          data={tickets.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
          nothingFoundMessage={t`No ticket has this name.`}
          error={props.error}
        />
      )}
      {props.hint}
    </FormSection>
  );
}
