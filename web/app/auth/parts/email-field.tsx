import { useLingui } from '@lingui/react/macro';
import { TextInput } from '../../ui/form/text-input.tsx';

type EmailFieldProps = {
  typed: Partial<Record<string, string>> | undefined;
  errors: Partial<Record<string, string>>;
  /** The browser lists passkeys at the field too. */
  offersPasskeys?: boolean;
};

/** The address that a person signs in with. */
export function EmailField({ typed, errors, offersPasskeys = false }: EmailFieldProps) {
  const { t } = useLingui();
  return (
    <TextInput
      label={t`Email`}
      name="email"
      type="email"
      autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
      defaultValue={typed?.['email']}
      error={errors['email']}
    />
  );
}
