import type { Audience } from '@entrada/contract/outreach/audience';
import { Trans } from '@lingui/react/macro';
import { IconSend } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { eventPath, useEvent } from '../data/event.ts';
import { useMayEdit } from '../data/use-may-edit.ts';
import { Menu } from '../menus/menu.tsx';

/** Opens the form of a message to these recipients. Null if the user may not write messages. */
export function useBeginMessage(): ((audience: Audience) => void) | null {
  const { id } = useEvent();
  const navigate = useNavigate();
  const mayWrite = useMayEdit('messages.write');
  if (!mayWrite) return null;
  return (audience) => void navigate(eventPath(id, 'messages/new'), { state: { audience } });
}

/** The item of a menu that writes to one attendee or buyer. */
export function MessageItem({ to, id }: { to: Audience['to']; id: number }) {
  const begin = useBeginMessage();
  return (
    begin && (
      <Menu.Item
        leftSection={<IconSend size={18} stroke={1.75} />}
        onClick={() => begin({ to, query: {}, ids: [id] })}
      >
        <Trans>Write a message</Trans>
      </Menu.Item>
    )
  );
}
