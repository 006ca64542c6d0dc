import { forgotPassword } from '@entrada/contract/accounts/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { formText, readForm } from '../platform/api/form.ts';
import { hasMailbox } from '../platform/api/mailbox.ts';
import { orUnreachable, refuse, typedFields } from '../platform/api/refusal.ts';
import { useRefusal } from '../platform/api/use-refusal.ts';
import { apiContext } from '../platform/context.ts';
import { Button } from '../ui/buttons/button.tsx';
import { CheckMailbox } from './parts/check-mailbox.tsx';
import { EmailField } from './parts/email-field.tsx';
import styles from './parts/form.module.css';
import { Frame } from './parts/frame.tsx';
import { RefusalNote } from './parts/refusal-note.tsx';

const fields = ['email'] as const;

export async function loader({ context }: LoaderFunctionArgs) {
  return { hasMailbox: await hasMailbox(context.get(apiContext)) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const email = formText(form, 'email').trim();
  try {
    await context.get(apiContext)(forgotPassword, { body: { email } });
    return { mailedTo: email };
  } catch (error) {
    return refuse(error, typedFields(form, fields));
  }
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return orUnreachable(() => serverAction<typeof action>());
}

export default function ForgotPasswordPage() {
  const { t } = useLingui();
  const { hasMailbox } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { refusal, typed } = result && 'refusal' in result ? result : {};
  const { form, errors } = useRefusal(refusal, 'email');
  const isBusy = useNavigation().formMethod === 'POST';
  if (result && 'mailedTo' in result) {
    // The message is the same whether or not an account has this address.
    return (
      <CheckMailbox email={result.mailedTo} hasMailbox={hasMailbox}>
        <Trans>
          If {result.mailedTo} belongs to an account, a link to set a new password is on its way. It works for
          one hour.
        </Trans>
      </CheckMailbox>
    );
  }
  return (
    <Frame
      title={t`Forgot your password`}
      heading={<Trans>Forgot your password</Trans>}
      lead={<Trans>Enter your email address. We send you a link to set a new password.</Trans>}
    >
      <Form method="post" noValidate ref={form} className={styles.form}>
        <RefusalNote refusal={refusal} fields={fields} />
        <EmailField typed={typed} errors={errors} />
        <Button type="submit" variant="primary" size="xl" block loading={isBusy}>
          <Trans>Send the link</Trans>
        </Button>
      </Form>
      <p className={styles.after}>
        <Link className="link" to="/auth/login">
          <Trans>Back to sign in</Trans>
        </Link>
      </p>
    </Frame>
  );
}
