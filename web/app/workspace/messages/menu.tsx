import type { MessageRow } from '@entrada/contract/outreach/messages';
import { Trans } from '@lingui/react/macro';
import {
  IconCopy,
  IconEye,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSendOff,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { eventPath, useEvent } from '../kit/data/event.ts';
import { DeleteItem } from '../kit/list/row.tsx';
import { Menu } from '../kit/menus/menu.tsx';
import type { MessageActs } from './use-acts.tsx';

const SYMBOL = { size: 18, stroke: 1.75 };

type MessageItemsProps = { message: MessageRow; acts: MessageActs; mayWrite: boolean };

/** What the menu of a row offers. */
export function MessageItems({ message, acts, mayWrite }: MessageItemsProps) {
  const event = useEvent();
  const { id, status } = message;
  const isDraft = status === 'draft';
  return (
    <>
      <Menu.Item
        component={Link}
        to={eventPath(event.id, `messages/${id}`)}
        leftSection={isDraft && mayWrite ? <IconPencil {...SYMBOL} /> : <IconEye {...SYMBOL} />}
      >
        {isDraft && mayWrite ? <Trans>Go on writing</Trans> : <Trans>View message</Trans>}
      </Menu.Item>
      {mayWrite && (
        <>
          {status === 'scheduled' && (
            <Menu.Item leftSection={<IconSendOff {...SYMBOL} />} onClick={() => acts.takeBack(id)}>
              <Trans>Do not send</Trans>
            </Menu.Item>
          )}
          {status === 'sending' && (
            <Menu.Item leftSection={<IconPlayerPause {...SYMBOL} />} onClick={() => acts.askStop(message)}>
              <Trans>Stop</Trans>
            </Menu.Item>
          )}
          {status === 'stopped' && (
            <Menu.Item leftSection={<IconPlayerPlay {...SYMBOL} />} onClick={() => acts.resume(id)}>
              <Trans>Go on sending</Trans>
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCopy {...SYMBOL} />} onClick={() => acts.duplicate(id)}>
            <Trans>Duplicate</Trans>
          </Menu.Item>
          {isDraft && (
            <DeleteItem onClick={() => acts.askDelete(message)}>
              <Trans>Delete draft</Trans>
            </DeleteItem>
          )}
        </>
      )}
    </>
  );
}
