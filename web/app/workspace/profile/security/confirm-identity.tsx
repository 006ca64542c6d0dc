import type { ComponentProps } from 'react';
import * as shared from '../../kit/identity/confirm.tsx';

/** Asks for the password, a code or a passkey before the own sign-in is changed. */
export function ConfirmIdentity(
  props: Pick<ComponentProps<typeof shared.ConfirmIdentity>, 'onDone' | 'close'>,
) {
  return <shared.ConfirmIdentity {...props} />;
}
