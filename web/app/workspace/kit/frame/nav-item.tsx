import type { Icon } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import styles from './frame.module.css';

type NavItemProps = {
  to: string;
  icon: Icon;
  children: ReactNode;
  count?: ReactNode;
  /** It is not current on the pages below its own. */
  end?: boolean;
  /** Other pages on which this item counts as current. */
  others?: RegExp;
  /** Its scripts load ahead when pointer or focus reaches the item. Not for a page whose data would come along twice. */
  ahead?: boolean;
};

export function NavItem({
  to,
  icon: Icon,
  children,
  count,
  end = false,
  others,
  ahead = true,
}: NavItemProps) {
  const { pathname } = useLocation();
  const isHere =
    pathname === to || (!end && pathname.startsWith(`${to}/`)) || (others?.test(pathname) ?? false);
  const link = useRef<HTMLAnchorElement>(null);
  // On low screens the list scrolls.
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  return (
    <li>
      <Link
        ref={link}
        className={styles.nav}
        to={to}
        prefetch={ahead ? 'intent' : 'none'}
        aria-current={isHere ? 'page' : undefined}
      >
        <Icon size={18} stroke={1.75} aria-hidden="true" />
        <span className={styles.grow}>{children}</span>
        {count !== undefined && <span className={styles.count}>{count}</span>}
      </Link>
    </li>
  );
}

/** A plain link in the sidebar that leaves the workspace. */
export function NavOut({ href, icon: Icon, children }: { href: string; icon: Icon; children: ReactNode }) {
  return (
    <li>
      <a className={styles.nav} href={href}>
        <Icon size={18} stroke={1.75} aria-hidden="true" />
        <span className={styles.grow}>{children}</span>
      </a>
    </li>
  );
}

export function NavGroup({ title, children }: { title?: ReactNode; children: ReactNode }) {
  return (
    <>
      {title && <div className={styles.caption}>{title}</div>}
      <ul className={styles.group}>{children}</ul>
    </>
  );
}
