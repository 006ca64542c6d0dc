import { Trans } from '@lingui/react/macro';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Says in the corner that something worked; goes by itself. */
export function notifySuccess(message: ReactNode): void {
  notifications.show({ message, icon: <IconCircleCheck size={20} stroke={1.75} />, color: 'transparent' });
}

/** Says in the corner that something did not work; stays until dismissed, or until the same is said again. */
export function notifyError(message: ReactNode): void {
  const id = typeof message === 'string' ? message : null;
  if (id) notifications.hide(id);
  notifications.show({
    ...(id && { id }),
    message,
    icon: <IconAlertCircle size={20} stroke={1.75} />,
    color: 'transparent',
    autoClose: false,
  });
}

type Undoable = {
  /** A second one of the same kind takes the place of the first. */
  id: string;
  message: ReactNode;
  /** Null: there is nothing to take back. */
  undo: (() => void) | null;
};

/** Says in the corner that something worked, with a way back while it stands there. */
export function notifyUndo({ id, message, undo }: Undoable): void {
  notifications.hide(id);
  notifications.show({
    id,
    icon: <IconCircleCheck size={20} stroke={1.75} />,
    color: 'transparent',
    message: (
      <>
        {message}{' '}
        {undo && (
          <button
            type="button"
            className="link"
            onClick={() => {
              notifications.hide(id);
              undo();
            }}
          >
            <Trans>Undo</Trans>
          </button>
        )}
      </>
    ),
  });
}
