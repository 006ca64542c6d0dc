import type { FactorMethods } from '@entrada/contract/accounts/sign-in';
import { Trans, useLingui } from '@lingui/react/macro';
import { Form, Link, useNavigation } from 'react-router';
import type { Refusal } from '../../platform/api/refusal.ts';
import { useRefusal } from '../../platform/api/use-refusal.ts';
import { loginPath } from '../../platform/previous-url.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Space } from '../../ui/space.tsx';
import { BrowserZone } from './browser-zone.tsx';
import styles from './form.module.css';
import { Frame } from './frame.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { RefusalNote } from './refusal-note.tsx';

export type SecondStepState = { pending: string; methods: FactorMethods; previous: string };

type SecondStepProps = { step: SecondStepState; refusal: Refusal | undefined };

/** The step of login after the password, for people with a second factor. */
export function SecondStep({ step, refusal }: SecondStepProps) {
  const { t } = useLingui();
  const { pending, methods, previous } = step;
  const { form, errors } = useRefusal(refusal, 'code');
  const isBusy = useNavigation().formMethod === 'POST';
  const takesCode = methods.app || methods.recoveryCode;
  return (
    <Frame
      title={t`Second step`}
      heading={<Trans>One more step</Trans>}
      lead={
        methods.app ? (
          <Trans>Enter the code from your authenticator app, or one of your recovery codes.</Trans>
        ) : (
          <Trans>Use your passkey, or enter one of your recovery codes.</Trans>
        )
      }
    >
      <div className={styles.note}>
        <RefusalNote refusal={refusal} />
      </div>
      {methods.passkey && (
        <div className={styles.actions}>
          <PasskeyButton pending={pending} previous={previous} isMain={!methods.app} />
        </div>
      )}
      {takesCode && (
        <Form method="post" noValidate ref={form} className={styles.form}>
          <input type="hidden" name="intent" value="code" />
          <input type="hidden" name="pending" value={pending} />
          <input type="hidden" name="methods" value={JSON.stringify(methods)} />
          <input type="hidden" name="previous" value={previous} />
          <BrowserZone />
          <TextInput
            label={t`Code`}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            autoFocus
            error={errors['code']}
          />
          <Button type="submit" variant="primary" size="xl" block loading={isBusy}>
            <Trans>Sign in</Trans>
          </Button>
        </Form>
      )}
      <p className={styles.after}>
        <Trans>
          Lost your phone and your codes? The owner or an admin of your account can reset this step; for an
          owner, whoever runs this installation can.
        </Trans>
        <Space />
        <Link className="link" to={loginPath} reloadDocument>
          <Trans>Start over</Trans>
        </Link>
      </p>
    </Frame>
  );
}
