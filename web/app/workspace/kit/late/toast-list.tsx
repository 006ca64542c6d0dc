import { Notifications } from '@mantine/notifications';

/** The list of messages in the corner. */
export function ToastList() {
  return <Notifications />;
}
