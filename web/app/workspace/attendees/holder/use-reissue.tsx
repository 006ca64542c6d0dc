import { personName } from '@entrada/contract/accounts/person-name';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { newIdempotencyKey } from '../../../platform/api/client.ts';
import { useChange } from '../../kit/data/use-change.ts';
import { askFirst } from '../../kit/frame/confirm.tsx';
import { sendReissue, touchedByHolders } from './api.ts';

type Ticket = {
  id: number;
  version: number;
  firstName: string;
  lastName: string;
  email: string;
  awaitsName: boolean;
  order: { id: number };
};
type Asked = { ticket: Ticket; sendTicket: boolean; idempotencyKey: string };

/** Asks, and then gives a ticket a new code, because the old one was lost or stolen. */
export function useReissue(eventId: number) {
  const { t } = useLingui();
  const client = useQueryClient();
  const touched = ({ ticket }: Asked) => touchedByHolders(eventId, ticket.order.id);
  const { start, isPending } = useChange({
    run: ({ ticket, ...how }: Asked) =>
      sendReissue({ eventId, attendeeId: ticket.id, version: ticket.version }, how),
    invalidates: (_, asked) => touched(asked),
    success: (saved) => {
      const name = personName(saved);
      return t`${name} has a new code`;
    },
    // Another tab may have changed the ticket first, so it is read again after errors as well.
    onError: (_, asked) => {
      for (const queryKey of touched(asked)) void client.invalidateQueries({ queryKey });
      return false;
    },
  });
  const ask = (ticket: Ticket) => {
    // Nobody gets the code of a ticket without a name.
    let sendTicket = !ticket.awaitsName;
    const idempotencyKey = newIdempotencyKey();
    const name = personName(ticket);
    const { email } = ticket;
    askFirst({
      title: <Trans>New code for the ticket of {name}?</Trans>,
      text: (
        <>
          <Trans>
            For a ticket that was lost or stolen. The code and the link that were sent before stop working at
            once.
          </Trans>
          <Checkbox
            mt="md"
            label={<Trans>Send the new ticket</Trans>}
            description={<Trans>{email} gets it by email.</Trans>}
            defaultChecked={sendTicket}
            onChange={(event) => {
              sendTicket = event.currentTarget.checked;
            }}
          />
        </>
      ),
      confirm: t`Make new code`,
      keep: t`Keep code`,
      tone: 'ink',
      isFinal: true,
      run: () => start({ ticket, sendTicket, idempotencyKey }),
    });
  };
  return { ask, isPending };
}
