import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import type { OwnInvoice } from '@entrada/contract/sales/invoices/details';
import type { OwnTickets } from '@entrada/contract/sales/own-tickets/changes';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { formatDayTime } from '../../../platform/i18n/format.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { OutcomeNote } from '../../../ui/notices/outcome-note.tsx';
import { Space } from '../../../ui/space.tsx';
import { lastMinuteBefore } from '../../parts/last-minute.ts';
import { readAddress, withoutDone } from './address.ts';
import { Refused, useRefusal } from './refused.tsx';

type Props = { order: BuyerOrder; own: OwnTickets | null; invoice: OwnInvoice | null };

/** What was just done, and that tickets still need a name. */
export function OwnOutcome({ order, own, invoice }: Props) {
  const { i18n } = useLingui();
  const [search] = useSearchParams();
  const { done, reference } = readAddress(search);
  const location = useLocation();
  useEffect(() => {
    // The router keeps its own address, so what was done stays on this page.
    const address = withoutDone(location);
    if (address !== null) history.replaceState(history.state, '', address);
  }, [location]);
  const ticket = own?.tickets.find((one) => one.reference === reference);
  const email = order.buyer?.email ?? '';
  const theirs = ticket?.holder?.email ?? '';
  const { refusal } = useRefusal('resend', '');
  const missing = own?.tickets.filter(({ state, correct }) => state === 'unnamed' && !correct).length ?? 0;
  const zoned = { locale: i18n.locale, timezone: order.event.timezone };
  const until = own?.namesUntil && formatDayTime(lastMinuteBefore(own.namesUntil), zoned);
  return (
    <>
      {done && (
        <OutcomeNote tone="ok" of={location.key}>
          {done === 'name' ? (
            <Trans>Saved.</Trans>
          ) : done === 'invoice' ? (
            invoice?.isIssued ? (
              <Trans>Saved. The credit note and the new invoice are on their way to {email}.</Trans>
            ) : (
              <Trans>Saved. The invoice will say so.</Trans>
            )
          ) : done === 'pass-on' ? (
            <Trans>
              Passed on. The ticket is on its way to {theirs}; the code that you had is no longer valid.
            </Trans>
          ) : done === 'take-back' ? (
            <Trans>Taken back. The ticket has a new code; the other one is no longer valid.</Trans>
          ) : done === 'send-again' ? (
            <Trans>We sent the ticket to {theirs} again.</Trans>
          ) : (
            <Trans>We sent everything to {email} again.</Trans>
          )}
        </OutcomeNote>
      )}
      <Refused takesFocus refusal={refusal} organizer={order.event.organizer.name} />
      {missing > 0 && (
        <Note tone="attn">
          <b>
            <Plural value={missing} one="# ticket still needs a name." other="# tickets still need a name." />
          </b>
          <Space />
          {until && <Trans>You can fill it in or change it until {until}.</Trans>}
        </Note>
      )}
    </>
  );
}
