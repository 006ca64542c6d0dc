import { LIMITS } from '@entrada/contract/constants';
import { useLingui } from '@lingui/react/macro';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { NameOrder } from '../../../ui/name-order.tsx';
import { EmailInput } from '../../email/input.tsx';
import styles from './forms.module.css';

type PersonFieldsProps = {
  /** Before the names of the controls in the page, of which several forms may be open. */
  id: string;
  values: Partial<Record<'firstName' | 'lastName' | 'email', string>>;
  errors: Record<string, string>;
  /** What an address that is optional is for. */
  emailHint?: string;
};

/** The names and the address of somebody. Without `emailHint` the address is required. */
export function PersonFields({ id, values, errors, emailHint }: PersonFieldsProps) {
  const { t } = useLingui();
  const name = (field: 'firstName' | 'lastName', label: string) => (
    <TextInput
      id={`${id}-${field}`}
      name={field}
      label={label}
      limit={LIMITS[field]}
      defaultValue={values[field]}
      error={errors[field]}
      autoComplete="off"
      required
    />
  );
  return (
    <>
      <div className={styles.two}>
        <NameOrder first={name('firstName', t`First name`)} last={name('lastName', t`Last name`)} />
      </div>
      <EmailInput
        id={`${id}-email`}
        name="email"
        label={t`Email`}
        optional={emailHint !== undefined}
        placeholder={emailHint}
        defaultValue={values.email}
        error={errors['email']}
        autoComplete="off"
        required={emailHint === undefined}
      />
    </>
  );
}
