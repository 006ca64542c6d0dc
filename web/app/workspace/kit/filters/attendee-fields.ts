import { useLingui } from '@lingui/react/macro';
import { useEvent } from '../data/event.ts';
import { useTicketNames } from '../data/ticket-names.ts';
import type { FilterField } from './fields.ts';

/** The filters of the list of attendees. */
export function useAttendeeFilters(): FilterField[] {
  const { t } = useLingui();
  const { id: eventId, timezone } = useEvent();
  const tickets = useTicketNames(eventId);
  return [
    {
      field: 'status',
      label: t`Status`,
      operator: 'in',
      canExclude: true,
      options: [
        { value: 'active', label: t({ message: 'Active', context: 'attendee' }) },
        { value: 'cancelled', label: t`Cancelled` },
        { value: 'awaiting_payment', label: t`Awaiting payment` },
      ],
    },
    {
      field: 'checked_in',
      label: t`Door`,
      operator: 'eq',
      options: [
        { value: 'true', label: t`Checked in` },
        { value: 'false', label: t`Not yet in` },
      ],
    },
    {
      field: 'awaits_name',
      label: t({ message: 'Name', context: 'person' }),
      operator: 'eq',
      options: [
        { value: 'true', label: t`Name missing` },
        { value: 'false', label: t`Named` },
      ],
    },
    {
      field: 'answered',
      label: t`Required questions`,
      operator: 'eq',
      options: [
        { value: 'false', label: t`Not yet answered` },
        { value: 'true', label: t`Answered` },
      ],
    },
    {
      field: 'ticket_id',
      label: t`Ticket`,
      operator: 'in',
      canExclude: true,
      isWhole: tickets.length > 0,
      options: tickets.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    { kind: 'days', field: 'created_at', label: t`Bought`, timezone },
  ];
}
