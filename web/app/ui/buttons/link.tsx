import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { cx } from '../class-names.ts';
import { ButtonContent, type ButtonLook, buttonClass } from './button.tsx';

/**
 * A link that looks like a button. It has its own file, because buttons are also used on pages without the router.
 */
export function ButtonLink(props: ButtonLook & LinkProps & { icon?: ReactNode }) {
  const { variant, size, block, icon, className, children, ...rest } = props;
  return (
    <Link {...rest} className={cx(buttonClass({ variant, size, block }), className)}>
      <ButtonContent icon={icon} loading={false}>
        {children}
      </ButtonContent>
    </Link>
  );
}
