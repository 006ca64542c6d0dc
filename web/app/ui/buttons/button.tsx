import { Trans } from '@lingui/react/macro';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { cx } from '../class-names.ts';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'ink' | 'default' | 'ghost' | 'danger' | 'danger-solid';
/** sm 32, md 36, app; lg 40, checkout; xl 48, public; door 60. Under 640 px none is below 44. */
export type ButtonSize = 'sm' | 'md' | 'lg' | 'xl' | 'door';

export type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize; block?: boolean };

/** The classes of a button, for an element that is not a button. */
export function buttonClass({ variant = 'default', size = 'lg', block = false }: ButtonLook): string {
  return cx(styles.button, styles[variant], styles[size], block && styles.block);
}

type ButtonProps = ButtonLook &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    icon?: ReactNode;
    /** Keeps the width, shows a spinner instead of the icon and ignores further presses. */
    loading?: boolean;
  };

export function Button(props: ButtonProps) {
  const { variant, size, block, icon, loading = false, className, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={cx(buttonClass({ variant, size, block }), className)}
      aria-disabled={loading || undefined}
      onClick={(event) => (loading ? event.preventDefault() : onClick?.(event))}
    >
      <ButtonContent icon={icon} loading={loading}>
        {children}
      </ButtonContent>
    </button>
  );
}

/** The content of a button: icon, words, and the spinner while it is busy. */
export function ButtonContent(props: { icon?: ReactNode; loading: boolean; children: ReactNode }) {
  if (!props.loading) {
    return (
      <>
        {props.icon}
        {props.children}
      </>
    );
  }
  return (
    <>
      <span className={cx(styles.spinner, !props.icon && styles.over)} aria-hidden="true" />
      <span className={props.icon ? undefined : styles.faded}>{props.children}</span>
      <span className="visually-hidden" role="status">
        <Trans>Working</Trans>
      </span>
    </>
  );
}
