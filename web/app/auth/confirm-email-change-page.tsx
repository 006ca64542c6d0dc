import { confirmEmailChange } from '@entrada/contract/accounts/security';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { readForm } from '../platform/api/form.ts';
import { orUnreachable, refuse } from '../platform/api/refusal.ts';
import { apiContext, requestContext } from '../platform/context.ts';
import { Button } from '../ui/buttons/button.tsx';
import styles from './parts/form.module.css';
import { Frame } from './parts/frame.tsx';
import { LinkOutcome } from './parts/link-outcome.tsx';
import { RefusalNote } from './parts/refusal-note.tsx';

export function loader({ context }: LoaderFunctionArgs) {
  return { isSignedIn: context.get(requestContext).user !== null };
}

/** Only a POST confirms, and only a person presses the button: programs that open the links of a mail change nothing. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  await readForm(request);
  const userId = new URL(request.url).searchParams.get('user') ?? '';
  try {
    const reply = await context.get(apiContext)(confirmEmailChange, {
      params: { userId, token: params['token'] ?? '' },
    });
    return { email: reply.data.email };
  } catch (error) {
    return refuse(error);
  }
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return orUnreachable(() => serverAction<typeof action>());
}

export default function ConfirmEmailChangePage() {
  const { t } = useLingui();
  const { isSignedIn } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const isBusy = useNavigation().formMethod === 'POST';
  const refusal = result && 'refusal' in result ? result.refusal : undefined;
  if (result && 'email' in result) {
    const { email } = result;
    return (
      <LinkOutcome
        title={t`Email changed`}
        heading={<Trans>Email changed</Trans>}
        lead={<Trans>From now on you sign in with {email}. Your other sessions were ended.</Trans>}
        isSignedIn={isSignedIn}
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
            A link to change an address works once and for 24 hours, and only the newest one does. Nothing was
            changed; ask for a new one in your profile.
          </Trans>
        }
        isSignedIn={isSignedIn}
      />
    );
  }
  if (refusal?.code === 'EMAIL_TAKEN') {
    return (
      <LinkOutcome
        title={t`This address is taken`}
        heading={<Trans>This address is taken</Trans>}
        lead={
          <Trans>
            Somebody has made an account with this address in the meantime. Nothing was changed: you still
            sign in with the old one. Choose another address in your profile.
          </Trans>
        }
        isSignedIn={isSignedIn}
      />
    );
  }
  return (
    <Frame
      title={t`Confirm your new email`}
      heading={<Trans>Confirm your new email</Trans>}
      lead={<Trans>After that you sign in with it, and we write to you there.</Trans>}
    >
      <Form method="post" replace className={styles.form}>
        <RefusalNote refusal={refusal} />
        <Button type="submit" variant="primary" size="xl" block loading={isBusy}>
          <Trans>Confirm email</Trans>
        </Button>
      </Form>
    </Frame>
  );
}
