import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import styles from './choice.module.css';
import { useFieldMessages } from './field.tsx';

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  ref?: Ref<HTMLInputElement>;
};

export function Checkbox({ label, hint, error, id, className, ...rest }: CheckboxProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const messages = useFieldMessages(controlId, { hint, error });
  return (
    <div className={className}>
      <label className={styles.choice}>
        <input {...rest} {...messages.aria} id={controlId} type="checkbox" className={styles.box} />
        <span>{label}</span>
      </label>
      <div className={styles.below}>{messages.content}</div>
    </div>
  );
}
