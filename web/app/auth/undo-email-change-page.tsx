import { undoEmailChange } from '@entrada/contract/accounts/security';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  useActionData,
  useNavigation,
} from 'react-router';
import { readForm } from '../platform/api/form.ts';
import { orUnreachable, refuse } from '../platform/api/refusal.ts';
import { apiContext } from '../platform/context.ts';
import { Button } from '../ui/buttons/button.tsx';
import styles from './parts/form.module.css';
import { Frame } from './parts/frame.tsx';
import { LinkOutcome } from './parts/link-outcome.tsx';
import { RefusalNote } from './parts/refusal-note.tsx';

/** Only a POST undoes anything. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  await readForm(request);
  try {
    const reply = await context.get(apiContext)(undoEmailChange, {
      params: { token: params['token'] ?? '' },
    });
    return { undone: reply.data };
  } catch (error) {
    return refuse(error);
  }
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return orUnreachable(() => serverAction<typeof action>());
}

export default function UndoEmailChangePage() {
  const { t } = useLingui();
  const result = useActionData<typeof action>();
  const isBusy = useNavigation().formMethod === 'POST';
  const refusal = result && 'refusal' in result ? result.refusal : undefined;
  if (result && 'undone' in result) {
    const { email, wasConfirmed } = result.undone;
    return (
      <LinkOutcome
        title={t`Your address stays`}
        heading={<Trans>Your address stays</Trans>}
        lead={
          wasConfirmed ? (
            <Trans>
              You sign in with {email} again, and every session was ended. Somebody may know your password, so
              we sent you a link to set a new one.
            </Trans>
          ) : (
            <Trans>
              You still sign in with {email}, and every session was ended. If it was not you who asked for the
              change, set a new password.
            </Trans>
          )
        }
        isSignedIn={false}
      />
    );
  }
  if (refusal?.code === 'LINK_INVALID' || refusal?.code === 'NOT_FOUND') {
    return (
      <LinkOutcome
        title={t`This link no longer works`}
        heading={<Trans>This link no longer works</Trans>}
        lead={
          <Trans>
            A link to keep an address works once and for seven days. If somebody else has your account, write
            to whoever runs this installation.
          </Trans>
        }
        isSignedIn={false}
      />
    );
  }
  return (
    <Frame
      title={t`Keep your address`}
      heading={<Trans>Keep your address?</Trans>}
      lead={
        <Trans>
          The change of your email address is undone, and every session ends, on this device and on others.
        </Trans>
      }
    >
      <Form method="post" replace className={styles.form}>
        <RefusalNote refusal={refusal} />
        <Button type="submit" variant="primary" size="xl" block loading={isBusy}>
          <Trans>Keep my address</Trans>
        </Button>
      </Form>
    </Frame>
  );
}
