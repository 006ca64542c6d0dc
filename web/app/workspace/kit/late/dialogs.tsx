import { ModalsProvider } from '@mantine/modals';
import { useEffect } from 'react';
import { showDialogs } from '../dialogs/modals.ts';

/** Shows the dialogs of `modals`. */
export function Dialogs() {
  return (
    <ModalsProvider modalProps={{ size: 460, withCloseButton: false }}>
      <Ready />
    </ModalsProvider>
  );
}

/** Its effect runs after the provider has begun to listen. */
function Ready() {
  useEffect(showDialogs, []);
  return null;
}
