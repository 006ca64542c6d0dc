import { LIMITS } from '@entrada/contract/constants';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { PasswordInput } from '../../ui/form/password-input.tsx';

/** A new password, entered twice. The rule is always visible and counts down while the visitor types. */
export function NewPassword({ errors }: { errors: Record<string, string> }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(0);
  const left = LIMITS.passwordMin - typed;
  // The error already says the rule.
  const isCounting = typed > 0 && left > 0;
  return (
    <>
      <PasswordInput
        label={t`Password`}
        name="password"
        autoComplete="new-password"
        limit={LIMITS.passwordMax}
        onChange={(event) => setTyped(event.currentTarget.value.length)}
        hint={isCounting || !errors['password'] ? <Rule left={isCounting ? left : 0} /> : undefined}
        error={errors['password']}
      />
      <PasswordInput
        label={t`Repeat password`}
        name="passwordConfirmation"
        autoComplete="new-password"
        limit={LIMITS.passwordMax}
        error={errors['passwordConfirmation']}
      />
    </>
  );
}

function Rule({ left }: { left: number }) {
  return left > 0 ? (
    <Plural
      value={left}
      one={`At least ${LIMITS.passwordMin} characters. # to go.`}
      other={`At least ${LIMITS.passwordMin} characters. # to go.`}
    />
  ) : (
    <Trans>At least {LIMITS.passwordMin} characters.</Trans>
  );
}
