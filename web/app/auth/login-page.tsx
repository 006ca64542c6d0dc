import { listMyAccounts, login, switchAccount } from '@entrada/contract/accounts/accounts';
import {
  chooseAccount,
  type FactorMethods,
  type PasskeyAnswer,
  signInWithCode,
  signInWithPasskey,
} from '@entrada/contract/accounts/sign-in';
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
import type { CallApi } from '../platform/api/endpoint-call.ts';
import { formText, readForm } from '../platform/api/form.ts';
import { orUnreachable, type Refusal, refuse, typedFields } from '../platform/api/refusal.ts';
import { useRefusal } from '../platform/api/use-refusal.ts';
import { apiContext, requestContext } from '../platform/context.ts';
import { homePath, loginPath, safePath, takePreviousUrl } from '../platform/previous-url.ts';
import { Button } from '../ui/buttons/button.tsx';
import { PasswordInput } from '../ui/form/password-input.tsx';
import { Note } from '../ui/notices/note.tsx';
import { BrowserZone } from './parts/browser-zone.tsx';
import { ChooseAccount } from './parts/choose-account.tsx';
import { EmailField } from './parts/email-field.tsx';
import styles from './parts/form.module.css';
import { Frame } from './parts/frame.tsx';
import { PasskeyButton } from './parts/passkey-button.tsx';
import { RefusalNote } from './parts/refusal-note.tsx';
import { SecondStep, type SecondStepState } from './parts/second-step.tsx';
import { zoneHeader } from './parts/zone-header.ts';

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
    const { data: reply } = await takeStep(call, form);
    if (reply.status === 'signed_in') return redirectDocument(previous);
    if (reply.status === 'second_factor') {
      const { pending, methods } = reply;
      return { step: { pending, methods, previous } };
    }
    // The session starts in one of the accounts and moves to the chosen one.
    const { pending, accounts } = reply;
    const body = { pending, accountId: accounts[0]?.id ?? 0 };
    await call(chooseAccount, { body }, { headers: zoneHeader(form) });
    return redirect(`${loginPath}?${new URLSearchParams({ step: 'account', previous })}`);
  } catch (error) {
    return refuse(error, typedFields(form, ['email', 'intent', 'pending', 'methods']));
  }
}

/** The step of the login that a form is for: the password, a code, or a passkey. */
function takeStep(call: CallApi, form: FormData) {
  const intent = formText(form, 'intent');
  const from = { headers: zoneHeader(form) };
  if (intent === 'code') {
    const body = { pending: formText(form, 'pending'), code: formText(form, 'code') };
    return call(signInWithCode, { body }, from);
  }
  if (intent === 'passkey') {
    const credential = readJson(formText(form, 'credential')) as PasskeyAnswer;
    return call(signInWithPasskey, { body: { credential } }, from);
  }
  const body = { email: formText(form, 'email'), password: formText(form, 'password') };
  return call(login, { body }, from);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The second step, also after a wrong code. A login that took too long begins anew. */
function stepOf(result: unknown, previous: string): SecondStepState | null {
  const { step, refusal, typed } = (result ?? {}) as {
    step?: SecondStepState;
    refusal?: Refusal;
    typed?: Partial<Record<string, string>>;
  };
  if (step) return step;
  if (typed?.['intent'] !== 'code' || refusal?.code === 'LOGIN_EXPIRED') return null;
  const methods = readJson(typed['methods'] ?? '') as FactorMethods | null;
  return methods && { pending: typed['pending'] ?? '', methods, previous };
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return orUnreachable(() => serverAction<typeof action>());
}

export default function LoginPage() {
  const { accounts, previous } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refusal = result && 'refusal' in result ? result.refusal : undefined;
  const step = stepOf(result, previous);
  if (step) return <SecondStep step={step} refusal={refusal} />;
  return accounts ? (
    <ChooseAccount accounts={accounts} previous={previous} refusal={refusal} />
  ) : (
    <Credentials />
  );
}

function Credentials() {
  const { t } = useLingui();
  const { previous, signedInAs } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { refusal = undefined, typed = undefined } = result && 'refusal' in result ? result : {};
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
        <BrowserZone />
        <EmailField typed={typed} errors={errors} offersPasskeys />
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
      <div className={styles.other}>
        <PasskeyButton pending={null} previous={previous} />
      </div>
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
