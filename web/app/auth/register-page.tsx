import { register } from '@entrada/contract/accounts/accounts';
import { currencyOfVisitor } from '@entrada/contract/accounts/region-currency';
import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { type RefObject, useRef } from 'react';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirectDocument,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { formText, readForm } from '../platform/api/form.ts';
import { hasMailbox } from '../platform/api/mailbox.ts';
import { orUnreachable, type Refusal, refuse, typedFields } from '../platform/api/refusal.ts';
import { useRefusal } from '../platform/api/use-refusal.ts';
import { apiContext, requestContext } from '../platform/context.ts';
import { isTimeZone } from '../platform/i18n/browser-zone.ts';
import { homePath } from '../platform/previous-url.ts';
import { proofHeader } from '../platform/proof/header.ts';
import { useProof } from '../platform/proof/use-proof.ts';
import { useHydrated } from '../platform/use-hydrated.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Checkbox } from '../ui/form/checkbox.tsx';
import { TextInput } from '../ui/form/text-input.tsx';
import { NameOrder } from '../ui/name-order.tsx';
import { ProofCheck } from '../ui/notices/proof-check.tsx';
import { TermsLabel } from './joining/terms-label.tsx';
import { BrowserZone } from './parts/browser-zone.tsx';
import { CheckMailbox } from './parts/check-mailbox.tsx';
import { EmailField } from './parts/email-field.tsx';
import styles from './parts/form.module.css';
import { Frame } from './parts/frame.tsx';
import { NewPassword } from './parts/new-password.tsx';
import { RefusalNote } from './parts/refusal-note.tsx';
import { zoneHeader } from './parts/zone-header.ts';

/** Holds the proof of work after the server has asked for one. */
const PROOF_FIELD = 'proof';

const fields = ['firstName', 'lastName', 'email', 'password', 'passwordConfirmation', 'termsAgreed'] as const;

export async function loader({ context }: LoaderFunctionArgs) {
  if (context.get(requestContext).user) throw redirectDocument(homePath);
  return { hasMailbox: await hasMailbox(context.get(apiContext)) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const email = formText(form, 'email');
  const zone = formText(form, 'timezone');
  const currency = currencyOfVisitor({
    timezone: zone,
    languages: request.headers.get('accept-language'),
  });
  try {
    const body = {
      firstName: formText(form, 'firstName'),
      lastName: formText(form, 'lastName'),
      email,
      password: formText(form, 'password'),
      passwordConfirmation: formText(form, 'passwordConfirmation'),
      // The API refuses false with an error for this field. Its type allows only true.
      termsAgreed: (formText(form, 'termsAgreed') === 'yes') as true,
      locale: context.get(requestContext).locale,
      ...(isTimeZone(zone) && { timezone: zone }),
      ...(currency && { currency }),
    };
    const headers = { ...proofHeader(form, PROOF_FIELD), ...zoneHeader(form) };
    const { data: reply } = await context.get(apiContext)(register, { body }, { headers });
    return reply.status === 'signed_in' ? redirectDocument('/welcome') : { mailedTo: email.trim() };
  } catch (error) {
    return refuse(error, typedFields(form, ['firstName', 'lastName', 'email', 'termsAgreed']));
  }
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return orUnreachable(() => serverAction<typeof action>());
}

export default function RegisterPage() {
  const { t } = useLingui();
  const { hasMailbox } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result && 'mailedTo' in result) {
    return (
      <CheckMailbox email={result.mailedTo} hasMailbox={hasMailbox}>
        <Trans>We sent a message to {result.mailedTo}. It says how to go on with this address.</Trans>
      </CheckMailbox>
    );
  }
  return (
    <Frame
      title={t`Create your account`}
      heading={<Trans>Create your account</Trans>}
      lead={<Trans>Free events stay free. You need no card to start.</Trans>}
    >
      <RegisterForm />
      <p className={styles.after}>
        <Trans>
          Already have one?{' '}
          <Link className="link" to="/auth/login">
            Sign in
          </Link>
        </Trans>
      </p>
    </Frame>
  );
}

function RegisterForm() {
  const { t } = useLingui();
  const result = useActionData<typeof action>();
  const { refusal, typed } = result && 'refusal' in result ? result : {};
  const { form, errors } = useRefusal(refusal);
  const isBusy = useNavigation().formMethod === 'POST';
  return (
    <Form method="post" noValidate ref={form} className={styles.form}>
      <RegisterCheck key={refusal?.challenge} refusal={refusal} form={form} />
      <BrowserZone />
      <div className={styles.two}>
        <NameOrder
          first={
            <TextInput
              label={t`First name`}
              name="firstName"
              autoComplete="given-name"
              limit={LIMITS.firstName}
              defaultValue={typed?.['firstName']}
              error={errors['firstName']}
            />
          }
          last={
            <TextInput
              label={t`Last name`}
              optional
              name="lastName"
              autoComplete="family-name"
              limit={LIMITS.lastName}
              defaultValue={typed?.['lastName']}
              error={errors['lastName']}
            />
          }
        />
      </div>
      <EmailField typed={typed} errors={errors} />
      <NewPassword errors={errors} />
      <Checkbox
        name="termsAgreed"
        value="yes"
        defaultChecked={typed?.['termsAgreed'] === 'yes'}
        label={<TermsLabel />}
        error={errors['termsAgreed']}
      />
      <Button type="submit" variant="primary" size="xl" block loading={isBusy}>
        <Trans>Create account</Trans>
      </Button>
    </Form>
  );
}

/**
 * The message above the form: why it was refused, or the proof of work. After the proof the form sends itself
 * again.
 */
function RegisterCheck({
  refusal,
  form,
}: {
  refusal: Refusal | undefined;
  form: RefObject<HTMLFormElement | null>;
}) {
  const field = useRef<HTMLInputElement>(null);
  const { cancel, problem } = useProof(refusal?.challenge ?? null, (proof) => {
    if (field.current) field.current.value = proof;
    form.current?.requestSubmit();
  });
  const isHydrated = useHydrated();
  const isOver = problem !== null || !isHydrated || refusal?.challenge === undefined;
  const shown = refusal && problem ? { ...refusal, code: problem } : refusal;
  return (
    <>
      <input ref={field} type="hidden" name={PROOF_FIELD} />
      {cancel && (
        <ProofCheck onCancel={cancel}>
          <Trans>
            Many people on your network are signing up. Checking your browser, this takes a few seconds.
          </Trans>
        </ProofCheck>
      )}
      {isOver && <RefusalNote refusal={shown} fields={fields} />}
    </>
  );
}
