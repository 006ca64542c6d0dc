import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { type ButtonLook, buttonClass } from './button.tsx';
import dropdown from './dropdown.module.css';
import styles from './menu.module.css';
import { useClosing } from './use-closing.ts';

type MenuLink = {
  href: string;
  label: ReactNode;
  icon?: ReactNode;
  isElsewhere?: boolean;
  download?: boolean;
};

type MenuProps = {
  label: ReactNode;
  icon: ReactNode;
  look: ButtonLook;
  links: MenuLink[];
  /** Hides the words on narrow screens. Then only the icon is visible, and screen readers read the label. */
  isCompact?: boolean;
  className?: string | undefined;
};

/** A button that opens a few links. Built on `details`, so that it works without scripts. */
export function Menu({ label, icon, look, links, isCompact = false, className }: MenuProps) {
  const menu = useClosing();
  return (
    <details ref={menu} data-menu className={cx(dropdown.menu, className)}>
      <summary className={cx(buttonClass(look), dropdown.button)}>
        {icon}
        <span className={isCompact ? 'visually-hidden-if-narrow' : undefined}>{label}</span>
      </summary>
      <ul className={cx(dropdown.list, styles.list)}>
        {links.map(({ href, label: words, icon: sign, isElsewhere, download }) => (
          <li key={href}>
            <a href={href} download={download} {...(isElsewhere && { target: '_blank', rel: 'noreferrer' })}>
              {sign}
              {words}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
