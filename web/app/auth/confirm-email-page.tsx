import { confirmEmail, getMe, resendEmailConfirmation } from '@entrada/contract/accounts/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
  useSubmit,
} from 'react-router';
import { ApiError } from '../platform/api/error.ts';
import { formText, readForm } from '../platform/api/form.ts';
import { orUnreachable, refuse } from '../platform/api/refusal.ts';
import { apiContext, requestContext } from '../platform/context.ts';
import { Button } from '../ui/buttons/button.tsx';
import { ConfirmedEmail, InvalidLink, NewLinkSent } from './parts/confirm-email-outcomes.tsx';
import styles from './parts/form.module.css';
import { Frame } from './parts/frame.tsx';
import { RefusalNote } from './parts/refusal-note.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const userId = new URL(request.url).searchParams.get('user') ?? '';
  if (!context.get(requestContext).user) return { signedInAs: null, isConfirmed: false };
  const { data: me } = await context.get(apiContext)(getMe, {});
  return { signedInAs: me.email, isConfirmed: me.emailConfirmed && String(me.id) === userId };
}

/** Only a POST confirms. Programs that open the links of a mail to check them change nothing. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const call = context.get(apiContext);
  const form = await readForm(request);
  try {
    if (formText(form, 'intent') === 'resend') {
      const { data: me } = await call(getMe, {});
      await call(resendEmailConfirmation, { params: { userId: String(me.id) } });
      return { outcome: 'resent' as const };
    }
    const userId = new URL(request.url).searchParams.get('user') ?? '';
    await call(confirmEmail, { params: { userId, token: params['token'] ?? '' } });
    return { outcome: 'confirmed' as const };
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'EMAIL_ALREADY_CONFIRMED') return { outcome: 'already' as const };
    if (code === 'LINK_INVALID' || code === 'NOT_FOUND') return { outcome: 'invalid' as const };
    return refuse(error);
  }
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return orUnreachable(() => serverAction<typeof action>());
}

export default function ConfirmEmailPage() {
  const { signedInAs, isConfirmed } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const outcome = result && 'outcome' in result ? result.outcome : undefined;
  if (outcome === 'confirmed') return <ConfirmedEmail isNew isSignedIn={signedInAs !== null} />;
  if (outcome === 'already' || isConfirmed) {
    return <ConfirmedEmail isNew={false} isSignedIn={signedInAs !== null} />;
  }
  if (outcome === 'invalid') return <InvalidLink signedInAs={signedInAs} />;
  if (outcome === 'resent') return <NewLinkSent email={signedInAs ?? ''} />;
  return <ConfirmForm />;
}

/** A form that sends itself with scripts. Without scripts, or after a failure, the visitor presses the button. */
function ConfirmForm() {
  const { t } = useLingui();
  const result = useActionData<typeof action>();
  const refusal = result && 'refusal' in result ? result.refusal : undefined;
  const form = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  const submit = useSubmit();
  const isBusy = useNavigation().formMethod === 'POST';
  useEffect(() => {
    if (isSent.current || !form.current) return;
    isSent.current = true;
    void submit(form.current, { replace: true });
  }, [submit]);
  return (
    <Frame
      title={t`Confirm your email`}
      heading={<Trans>Confirm your email</Trans>}
      lead={<Trans>One step and your address is confirmed. Then you can publish events.</Trans>}
    >
      <Form method="post" replace ref={form} className={styles.form}>
        <RefusalNote refusal={refusal} />
        <input type="hidden" name="intent" value="confirm" />
        <Button type="submit" variant="primary" size="xl" block loading={isBusy}>
          <Trans>Confirm email</Trans>
        </Button>
      </Form>
    </Frame>
  );
}
