import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Says in the corner that something worked; goes by itself. */
export function notifySuccess(message: ReactNode): void {
  notifications.show({ message, icon: <IconCircleCheck size={20} stroke={1.75} />, color: 'transparent' });
}

/** Says in the corner that something did not work; stays until dismissed. */
export function notifyError(message: ReactNode): void {
  notifications.show({
    message,
    icon: <IconAlertCircle size={20} stroke={1.75} />,
    color: 'transparent',
    autoClose: false,
  });
}
