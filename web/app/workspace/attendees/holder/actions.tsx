import { personName } from '@entrada/contract/accounts/person-name';
import type { AttendeeDetail } from '@entrada/contract/sales/holders';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import {
  IconArrowForwardUp,
  IconExternalLink,
  IconLink,
  IconPencil,
  IconQrcode,
  IconTransfer,
} from '@tabler/icons-react';
import { CheckInItems } from '../../kit/check-in/items.tsx';
import { useCheckIn } from '../../kit/check-in/use-check-in.tsx';
import { useEvent } from '../../kit/data/event.ts';
import { useSession } from '../../kit/data/session.ts';
import { LateMenu } from '../../kit/display/late-menu.tsx';
import { useEventActions } from '../../kit/event-actions/provider.tsx';
import { Menu } from '../../kit/menus/menu.tsx';
import { MessageItem } from '../../kit/messages/begin.tsx';
import type { HolderForm } from './forms.ts';
import styles from './holder.module.css';
import { useReissue } from './use-reissue.tsx';

const SYMBOL = { size: 18, stroke: 1.75 };

type HolderActionsProps = {
  attendee: AttendeeDetail;
  mayEdit: boolean;
  begin: (kind: HolderForm['kind']) => void;
  /** The form that was just left: its button has the focus. */
  left: HolderForm['kind'] | null;
};

/** What can be done with an attendee besides the places and the mail: the person, the code, the ticket's page. */
export function HolderActions({ attendee, mayEdit, begin, left }: HolderActionsProps) {
  const { t } = useLingui();
  const { id: eventId } = useEvent();
  const { copyLink } = useEventActions();
  const { ask } = useReissue(eventId);
  const checkIn = useCheckIn(eventId);
  const mayCheckIn = useSession().may('check-in.manage');
  const { obstacles, shortId, code, entries } = attendee;
  const path = `/ticket/${eventId}/${shortId}`;
  const name = personName(attendee);
  const hasCode = code !== null;
  const opens = (kind: HolderForm['kind']) => ({
    onClick: () => begin(kind),
    'data-autofocus': kind === left || undefined,
  });
  if (!hasCode && (!mayEdit || obstacles.correct)) return null;
  return (
    <div className={styles.actions}>
      {mayEdit && !obstacles.correct && (
        <Button size="sm" leftSection={<IconPencil {...SYMBOL} />} {...opens('edit')}>
          <Trans>Edit</Trans>
        </Button>
      )}
      {mayEdit && !obstacles.renew && (
        <Button size="sm" leftSection={<IconArrowForwardUp {...SYMBOL} />} {...opens('pass-on')}>
          <Trans>Pass on</Trans>
        </Button>
      )}
      {mayEdit && !obstacles.renew && (
        <Button size="sm" leftSection={<IconTransfer {...SYMBOL} />} {...opens('move')}>
          <Trans>Change ticket</Trans>
        </Button>
      )}
      <LateMenu label={t`Actions for ${name}`} width={240}>
        {mayEdit && !obstacles.correct && <MessageItem to="attendees" id={attendee.id} />}
        {hasCode && mayEdit && !obstacles.renew && (
          <Menu.Item leftSection={<IconQrcode {...SYMBOL} />} onClick={() => ask(attendee)}>
            <Trans>New code</Trans>
          </Menu.Item>
        )}
        {hasCode && (
          <Menu.Item leftSection={<IconLink {...SYMBOL} />} onClick={() => void copyLink(path)}>
            <Trans>Copy link of the ticket</Trans>
          </Menu.Item>
        )}
        {hasCode && (
          <Menu.Item
            component="a"
            href={path}
            target="_blank"
            rel="noopener"
            leftSection={<IconExternalLink {...SYMBOL} />}
          >
            <Trans>Open the ticket’s page</Trans>
          </Menu.Item>
        )}
        {hasCode && mayCheckIn && (
          <CheckInItems
            eventId={eventId}
            label={<Trans>Check in</Trans>}
            people={[{ id: attendee.id, name }]}
            inside={entries.map(({ listId }) => listId)}
            actions={checkIn}
          />
        )}
      </LateMenu>
    </div>
  );
}
