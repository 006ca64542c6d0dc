import { checkResetToken, resetPassword } from '@entrada/contract/accounts/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { ApiError } from '../platform/api/error.ts';
import { formText, readForm } from '../platform/api/form.ts';
import { orUnreachable, refuse } from '../platform/api/refusal.ts';
import { useRefusal } from '../platform/api/use-refusal.ts';
import { apiContext } from '../platform/context.ts';
import { Button } from '../ui/buttons/button.tsx';
import { ButtonLink } from '../ui/buttons/link.tsx';
import styles from './parts/form.module.css';
import { Frame } from './parts/frame.tsx';
import { NewPassword } from './parts/new-password.tsx';
import { RefusalNote } from './parts/refusal-note.tsx';

const fields = ['password', 'passwordConfirmation'] as const;

export async function loader({ params, context }: LoaderFunctionArgs) {
  const isValid = await context
    .get(apiContext)(checkResetToken, { params: { token: params['token'] ?? '' } })
    .then(
      ({ data: { valid } }) => valid,
      (error: unknown) => {
        // The address cannot be one of our links.
        if (error instanceof ApiError && error.code === 'NOT_FOUND') return false;
        throw error;
      },
    );
  return data({ isValid }, { status: isValid ? 200 : 410 });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  try {
    await context.get(apiContext)(resetPassword, {
      params: { token: params['token'] ?? '' },
      body: {
        password: formText(form, 'password'),
        passwordConfirmation: formText(form, 'passwordConfirmation'),
      },
    });
    // Without scripts the loader reads the used link again for this answer, whose status would be its 410.
    return data({ isDone: true as const }, { status: 200 });
  } catch (error) {
    return refuse(error);
  }
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return orUnreachable(() => serverAction<typeof action>());
}

/** A link works once: read again after its own password was saved, it would be refused, and the browser logs an error. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined && defaultShouldRevalidate;
}

export default function ResetPasswordPage() {
  const { isValid } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result && 'isDone' in result) return <Done />;
  const refusal = result?.refusal;
  if (!isValid || refusal?.code === 'LINK_INVALID' || refusal?.code === 'NOT_FOUND') return <Invalid />;
  return <NewPasswordForm />;
}

function NewPasswordForm() {
  const { t } = useLingui();
  const result = useActionData<typeof action>();
  const refusal = result && 'refusal' in result ? result.refusal : undefined;
  const { form, errors } = useRefusal(refusal);
  const isBusy = useNavigation().formMethod === 'POST';
  return (
    <Frame
      title={t`Set a new password`}
      heading={<Trans>Set a new password</Trans>}
      lead={<Trans>It ends every open session, on this device and on others.</Trans>}
    >
      <Form method="post" noValidate ref={form} className={styles.form}>
        <RefusalNote refusal={refusal} fields={fields} />
        <NewPassword errors={errors} />
        <Button type="submit" variant="primary" size="xl" block loading={isBusy}>
          <Trans>Save password</Trans>
        </Button>
      </Form>
    </Frame>
  );
}

function Done() {
  const { t } = useLingui();
  return (
    <Frame
      title={t`Password saved`}
      heading={<Trans>Password saved</Trans>}
      lead={<Trans>Sign in with your new password.</Trans>}
    >
      <div className={styles.actions}>
        <ButtonLink to="/auth/login" variant="primary" size="xl" block>
          <Trans>Sign in</Trans>
        </ButtonLink>
      </div>
    </Frame>
  );
}

function Invalid() {
  const { t } = useLingui();
  return (
    <Frame
      title={t`This link no longer works`}
      heading={<Trans>This link no longer works</Trans>}
      lead={
        <Trans>
          A link to set a password works once and for one hour. Nothing was changed; ask for a new one.
        </Trans>
      }
    >
      <div className={styles.actions}>
        <ButtonLink to="/auth/forgot-password" variant="primary" size="xl" block>
          <Trans>Send a new link</Trans>
        </ButtonLink>
        <ButtonLink to="/auth/login" size="xl" block>
          <Trans>Back to sign in</Trans>
        </ButtonLink>
      </div>
    </Frame>
  );
}
