import { LIMITS } from '@entrada/contract/constants';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { useLingui } from '@lingui/react/macro';
import { MultiSelect, Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { type TicketName, useTicketNamesQuery } from '../data/ticket-names.ts';
import { LoadFailed } from '../display/load-failed.tsx';
import { FormSection } from '../form/drawer-frame.tsx';

/** A choice of tickets in a form. The ids are strings because MultiSelect needs strings; the API takes numbers. */
export type TicketChoiceValue = { allTickets: boolean; ticketIds: string[] };

export function ticketChoiceOf(
  from: { allTickets: boolean; tickets: readonly { id: number }[] } | null,
): TicketChoiceValue {
  return { allTickets: from?.allTickets ?? true, ticketIds: from?.tickets.map(({ id }) => String(id)) ?? [] };
}

/** The choice as the API takes it. */
export function ticketChoiceBody({ allTickets, ticketIds }: TicketChoiceValue) {
  return { allTickets, ticketIds: allTickets ? [] : ticketIds.map(Number) };
}

/** The names of the chosen tickets, in the order of the event. */
export const namesOf = (
  ids: readonly string[],
  { tickets, locale }: { tickets: readonly TicketName[]; locale: string },
): string =>
  sideBySide(
    tickets.filter(({ id }) => ids.includes(String(id))).map(({ name }) => name),
    locale,
  );

type TicketChoiceProps = {
  eventId: number;
  title: string;
  value: TicketChoiceValue;
  onChange: (value: TicketChoiceValue) => void;
  error?: ReactNode;
  /** Hides the choice "all tickets", for forms that need single tickets. */
  onlySome?: boolean;
  /** Offers only tickets that let a person in, and those that are chosen already. */
  onlyAdmitting?: boolean;
  /** The effect of the choice, shown below it. */
  hint?: ReactNode;
};

/** The section of a form that chooses all tickets of the event or only some. */
export function TicketChoice(props: TicketChoiceProps) {
  const { t } = useLingui();
  const tickets = useTicketNamesQuery(props.eventId);
  const { value, onChange } = props;
  const isSome = props.onlySome || !value.allTickets;
  const offered = (tickets.data ?? []).filter(
    ({ id, admits }) => admits || !props.onlyAdmitting || value.ticketIds.includes(String(id)),
  );
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
          // Until the names are loaded, the chosen tickets would show as numbers.
          disabled={!tickets.data}
          value={tickets.data ? value.ticketIds : []}
          onChange={(ticketIds) => onChange({ ...value, ticketIds })}
          data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
          nothingFoundMessage={t`No ticket has this name.`}
          error={props.error}
        />
      )}
      {props.hint}
    </FormSection>
  );
}
