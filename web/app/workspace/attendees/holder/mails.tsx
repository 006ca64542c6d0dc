import { personName } from '@entrada/contract/accounts/person-name';
import type { AttendeeDetail } from '@entrada/contract/sales/holders';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useEvent } from '../../kit/data/event.ts';
import { Menu } from '../../kit/menus/menu.tsx';
import { askResend } from '../../kit/resends/ask-resend.tsx';
import { type MailAbout, SentMails } from '../../kit/timeline/sent-mails.tsx';

type HolderMailsProps = { attendee: AttendeeDetail; mayEdit: boolean; correct: () => void };

/** What was mailed to an attendee. The ticket can be sent again, and an address that takes no mail be corrected. */
export function HolderMails({ attendee, mayEdit, correct }: HolderMailsProps) {
  const { id: eventId, timezone } = useEvent();
  const { obstacles, order, email } = attendee;
  const name = personName(attendee);
  const menu = (mail: MailAbout) =>
    mayEdit && !obstacles.renew && mail.kind === 'attendee_ticket' ? (
      <Menu.Item
        leftSection={<IconMail size={18} stroke={1.75} />}
        onClick={() =>
          askResend(
            { eventId, orderId: order.id, attendeeId: attendee.id, email },
            <Trans>Send the ticket of {name} again?</Trans>,
          )
        }
      >
        <Trans>Send again</Trans>
      </Menu.Item>
    ) : null;
  const mend = (mail: MailAbout) =>
    mayEdit &&
    !obstacles.correct &&
    (mail.kind === 'attendee_ticket' || mail.bounced) &&
    mail.to === email ? (
      <Button size="xs" onClick={correct}>
        {mail.bounced ? <Trans>Correct and resend</Trans> : <Trans>Correct address</Trans>}
      </Button>
    ) : null;
  return <SentMails of={{ eventId, attendeeId: attendee.id }} timezone={timezone} menu={menu} mend={mend} />;
}
