import { Trans } from '@lingui/react/macro';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Shows a success message in the corner. It disappears by itself. */
export function notifySuccess(message: ReactNode): void {
  notifications.show({ message, icon: <IconCircleCheck size={20} stroke={1.75} />, color: 'transparent' });
}

/** Shows an error in the corner. It stays until the user dismisses it, or until the same message is shown again. */
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

type Retryable = {
  /** A new notification replaces an earlier one with the same id. */
  id: string;
  message: ReactNode;
  retry: () => void;
};

/** Shows an error in the corner with a button that tries again. It stays until the user answers or dismisses it. */
export function notifyRetry({ id, message, retry }: Retryable): void {
  notifications.hide(id);
  notifications.show({
    id,
    icon: <IconAlertCircle size={20} stroke={1.75} />,
    color: 'transparent',
    autoClose: false,
    message: (
      <>
        {message}{' '}
        <button
          type="button"
          className="link"
          onClick={() => {
            notifications.hide(id);
            retry();
          }}
        >
          <Trans>Try again</Trans>
        </button>
      </>
    ),
  });
}

type Undoable = {
  /** A new notification replaces an earlier one with the same id. */
  id: string;
  message: ReactNode;
  /** Null if the change can't be undone. */
  undo: (() => void) | null;
  /** It changed many rows: reading it and thinking about it takes longer. */
  isMany?: boolean;
};

const manyMs = 10_000;

/** Shows a success message in the corner with an Undo button. */
export function notifyUndo({ id, message, undo, isMany = false }: Undoable): void {
  notifications.hide(id);
  notifications.show({
    id,
    icon: <IconCircleCheck size={20} stroke={1.75} />,
    color: 'transparent',
    ...(isMany && undo && { autoClose: manyMs }),
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
