import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../class-names.ts';
import { type ButtonLook, buttonClass } from './button.tsx';
import styles from './menu.module.css';

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
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const element = menu.current;
      if (!element?.open) return;
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      if (isEscape && element.contains(document.activeElement)) element.querySelector('summary')?.focus();
      if (isEscape || (event.type === 'pointerdown' && !element.contains(event.target as Node)))
        element.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, []);
  return (
    <details ref={menu} data-menu className={cx(styles.menu, className)}>
      <summary className={cx(buttonClass(look), styles.button)}>
        {icon}
        <span className={isCompact ? styles.compact : undefined}>{label}</span>
      </summary>
      <ul className={styles.list}>
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
