import { acceptAsMyself, acceptAsNewUser, getInvitation } from '@entrada/contract/accounts/invitations';
import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirectDocument,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { ApiError } from '../platform/api/error.ts';
import { errorCodeMessage } from '../platform/api/error-messages.ts';
import { formText, readForm } from '../platform/api/form.ts';
import { orUnreachable, refuse, typedFields } from '../platform/api/refusal.ts';
import { useRefusal } from '../platform/api/use-refusal.ts';
import { apiContext, requestContext } from '../platform/context.ts';
import { formatList } from '../platform/i18n/format.ts';
import { homePath, loginPath } from '../platform/previous-url.ts';
import { Button } from '../ui/buttons/button.tsx';
import { ButtonLink } from '../ui/buttons/link.tsx';
import { Checkbox } from '../ui/form/checkbox.tsx';
import { TextInput } from '../ui/form/text-input.tsx';
import { NameOrder } from '../ui/name-order.tsx';
import { roleNames } from './joining/role-names.ts';
import { TermsLabel } from './joining/terms-label.tsx';
import { BrowserZone } from './parts/browser-zone.tsx';
import styles from './parts/form.module.css';
import { Frame } from './parts/frame.tsx';
import { NewPassword } from './parts/new-password.tsx';
import { RefusalNote } from './parts/refusal-note.tsx';
import { zoneHeader } from './parts/zone-header.ts';

const fields = ['firstName', 'lastName', 'password', 'passwordConfirmation', 'termsAgreed'] as const;

/** Reading accepts nothing: a program that opens every link of a mail does no harm. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const { user } = context.get(requestContext);
  const token = params['token'] ?? '';
  try {
    const { data: invitation } = await call(getInvitation, { params: { token } });
    return data({ invitation, token, code: null, signedInAs: user?.email ?? null });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) throw error;
    const code = error.code === 'NOT_FOUND' ? ('LINK_INVALID' as const) : error.code;
    return data({ invitation: null, token, code, signedInAs: user?.email ?? null }, { status: error.status });
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const call = context.get(apiContext);
  const form = await readForm(request);
  const token = params['token'] ?? '';
  try {
    if (formText(form, 'as') === 'self') {
      await call(acceptAsMyself, { params: { token } });
      return redirectDocument(homePath);
    }
    const body = {
      firstName: formText(form, 'firstName'),
      lastName: formText(form, 'lastName'),
      password: formText(form, 'password'),
      passwordConfirmation: formText(form, 'passwordConfirmation'),
      // The API refuses false with an error for this field. Its type allows only true.
      termsAgreed: (formText(form, 'termsAgreed') === 'yes') as true,
      locale: context.get(requestContext).locale,
    };
    await call(acceptAsNewUser, { params: { token }, body }, { headers: zoneHeader(form) });
    return redirectDocument(homePath);
  } catch (error) {
    return refuse(error, typedFields(form, ['firstName', 'lastName', 'termsAgreed']));
  }
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return orUnreachable(() => serverAction<typeof action>());
}

export default function AcceptInvitationPage() {
  const { t, i18n } = useLingui();
  const { invitation, code, token, signedInAs } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  if (!invitation) return <NoLonger code={code ?? 'LINK_INVALID'} />;
  const { account, invitedBy, email, reach, hasUser } = invitation;
  const role = i18n._(roleNames[invitation.role]);
  const isTheirs = signedInAs?.toLowerCase() === email.toLowerCase();
  const events = reach && formatList(reach, i18n.locale);
  const here = `/auth/accept-invitation/${token}`;
  return (
    <Frame
      title={t`Join ${account}`}
      heading={<Trans>Join {account}</Trans>}
      lead={
        events ? (
          <Trans>
            {invitedBy} invites {email} as: {role}. For {events}.
          </Trans>
        ) : (
          <Trans>
            {invitedBy} invites {email} as: {role}.
          </Trans>
        )
      }
    >
      {hasUser || isTheirs ? (
        <div className={styles.form}>
          <RefusalNote refusal={refusal} />
          {isTheirs ? (
            <AsMyself />
          ) : (
            <>
              <p>
                {signedInAs ? (
                  <Trans>
                    You are signed in as {signedInAs}. This invitation is for {email}.
                  </Trans>
                ) : (
                  <Trans>There is a sign-in for {email} already. Sign in with it, then accept.</Trans>
                )}
              </p>
              <ButtonLink
                to={`${loginPath}?${new URLSearchParams({ ...(signedInAs && { as: 'other' }), previous: here })}`}
                variant="primary"
                size="xl"
                block
              >
                <Trans>Sign in as {email}</Trans>
              </ButtonLink>
            </>
          )}
        </div>
      ) : (
        <AsNewUser />
      )}
    </Frame>
  );
}

function AsMyself() {
  const isBusy = useNavigation().formMethod === 'POST';
  return (
    <Form method="post">
      <input type="hidden" name="as" value="self" />
      <Button type="submit" variant="primary" size="xl" block loading={isBusy}>
        <Trans>Accept the invitation</Trans>
      </Button>
    </Form>
  );
}

function AsNewUser() {
  const { t } = useLingui();
  const result = useActionData<typeof action>();
  const { refusal, typed } = result && 'refusal' in result ? result : {};
  const { form, errors } = useRefusal(refusal);
  const isBusy = useNavigation().formMethod === 'POST';
  return (
    <Form method="post" noValidate ref={form} className={styles.form}>
      <RefusalNote refusal={refusal} fields={fields} />
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
      <NewPassword errors={errors} />
      <Checkbox
        name="termsAgreed"
        value="yes"
        defaultChecked={typed?.['termsAgreed'] === 'yes'}
        label={<TermsLabel />}
        error={errors['termsAgreed']}
      />
      <Button type="submit" variant="primary" size="xl" block loading={isBusy}>
        <Trans>Accept the invitation</Trans>
      </Button>
    </Form>
  );
}

function NoLonger({ code }: { code: Parameters<typeof errorCodeMessage>[1] }) {
  const { t, i18n } = useLingui();
  return (
    <Frame
      title={t`This link no longer works`}
      heading={<Trans>This link no longer works</Trans>}
      lead={errorCodeMessage(i18n, code)}
    >
      <div className={styles.actions}>
        <ButtonLink to={loginPath} variant="primary" size="xl" block>
          <Trans>Back to sign in</Trans>
        </ButtonLink>
      </div>
    </Frame>
  );
}
