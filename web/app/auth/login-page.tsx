import { listMyAccounts, login, switchAccount } from '@entrada/contract/accounts/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  useActionData,
  useLoaderData,
  useNavigation,
  useSearchParams,
} from 'react-router';
import { formText, readForm } from '../platform/api/form.ts';
import { orUnreachable, refuse, typedFields } from '../platform/api/refusal.ts';
import { useRefusal } from '../platform/api/use-refusal.ts';
import { apiContext, requestContext } from '../platform/context.ts';
import { homePath, loginPath, safePath, takePreviousUrl } from '../platform/previous-url.ts';
import { Button } from '../ui/buttons/button.tsx';
import { PasswordInput } from '../ui/form/password-input.tsx';
import { Note } from '../ui/notices/note.tsx';
import { ChooseAccount } from './parts/choose-account.tsx';
import { EmailField } from './parts/email-field.tsx';
import styles from './parts/form.module.css';
import { Frame } from './parts/frame.tsx';
import { RefusalNote } from './parts/refusal-note.tsx';

const fields = ['email', 'password'] as const;

/**
 * `previous` is the page to open after login. `step=account` shows the choice of an account. `as=other` shows the
 * form although somebody is signed in.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = context.get(requestContext);
  const search = new URL(request.url).searchParams;
  const previous = safePath(search.get('previous')) ?? homePath;
  if (user && search.get('step') === 'account') {
    const { data: accounts } = await context.get(apiContext)(listMyAccounts, {});
    if (accounts.length > 1) return { accounts, previous, signedInAs: user.email };
  }
  // The user may have another language, so a new document is loaded.
  if (user && search.get('as') !== 'other') throw redirectDocument(previous);
  return { accounts: null, previous, signedInAs: user?.email ?? null };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const call = context.get(apiContext);
  const form = await readForm(request);
  const previous = safePath(formText(form, 'previous')) ?? homePath;
  try {
    const chosen = formText(form, 'accountId');
    if (chosen) {
      await call(switchAccount, { body: { accountId: Number(chosen) } });
      return redirectDocument(previous);
    }
    const body = { email: formText(form, 'email'), password: formText(form, 'password') };
    const { data: reply } = await call(login, { body });
    if (reply.status === 'signed_in') return redirectDocument(previous);
    // The session starts in one of the accounts and moves to the chosen one, so that the password need not be
    // stored.
    const accountId = reply.accounts[0]?.id;
    await call(login, { body: { ...body, ...(accountId !== undefined && { accountId }) } });
    return redirect(`${loginPath}?${new URLSearchParams({ step: 'account', previous })}`);
  } catch (error) {
    return refuse(error, typedFields(form, ['email']));
  }
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return orUnreachable(() => serverAction<typeof action>());
}

export default function LoginPage() {
  const { accounts, previous } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return accounts ? (
    <ChooseAccount accounts={accounts} previous={previous} refusal={refusal} />
  ) : (
    <Credentials />
  );
}

function Credentials() {
  const { t } = useLingui();
  const { previous, signedInAs } = useLoaderData<typeof loader>();
  const { refusal, typed } = useActionData<typeof action>() ?? {};
  const { form, errors } = useRefusal(refusal, 'password');
  const isBusy = useNavigation().formMethod === 'POST';
  useRememberedPage();
  return (
    <Frame
      title={t`Sign in`}
      heading={<Trans>Sign in</Trans>}
      lead={<Trans>Manage your events, tickets and door lists.</Trans>}
    >
      <Form method="post" noValidate ref={form} className={styles.form}>
        <RefusalNote refusal={refusal} fields={fields} />
        {signedInAs && !refusal && (
          <Note
            tone="info"
            action={
              <Link to={homePath} reloadDocument>
                <Trans>Go to your events</Trans>
              </Link>
            }
          >
            <Trans>You are signed in as {signedInAs}.</Trans>
          </Note>
        )}
        <input type="hidden" name="previous" value={previous} />
        <EmailField typed={typed} errors={errors} />
        <div className={styles.withLink}>
          <PasswordInput label={t`Password`} name="password" error={errors['password']} />
          <Link className="link" to="/auth/forgot-password">
            <Trans>Forgot it?</Trans>
          </Link>
        </div>
        <Button type="submit" variant="primary" size="xl" block loading={isBusy}>
          <Trans>Sign in</Trans>
        </Button>
      </Form>
      <p className={styles.after}>
        <Trans>
          New to Entrada?{' '}
          <Link className="link" to="/auth/register">
            Create an account
          </Link>
        </Trans>
      </p>
    </Frame>
  );
}

/** Moves the remembered page of this tab into the address, so that a reload keeps it. */
function useRememberedPage(): void {
  const [search, setSearch] = useSearchParams();
  useEffect(() => {
    if (search.has('previous')) return;
    const remembered = takePreviousUrl(search);
    if (remembered === homePath) return;
    const next = new URLSearchParams(search);
    next.set('previous', remembered);
    setSearch(next, { replace: true });
  }, [search, setSearch]);
}
