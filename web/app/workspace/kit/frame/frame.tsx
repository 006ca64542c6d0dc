import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { doorPath, homePath } from '../../../platform/previous-url.ts';
import { Logo } from '../../../ui/brand/logo.tsx';
import { useSession } from '../data/session.ts';
import type { NavDrawerProps } from '../late/nav-drawer.tsx';
import { latePart } from '../late/part.tsx';
import { LiveState, LiveTrouble } from '../live/state.tsx';
import { PaletteButton, PaletteIcon } from '../palette/button.tsx';
import { EmailBanner } from './email-banner.tsx';
import styles from './frame.module.css';
import { UserMenu } from './user-menu.tsx';

const NavDrawer = latePart<NavDrawerProps>(async () => (await import('../late/nav-drawer.tsx')).NavDrawer, {
  Place: () => null,
});

type FrameProps = {
  /** The name of the navigation, for screen readers. */
  label: string;
  /** The title in the top bar on narrow pages. */
  title: string;
  nav: ReactNode;
  children: ReactNode;
};

/** The page that was shown last. A document that was just loaded leaves the focus to the browser. */
let shown = '';
/** A drawer that opens with its page takes the focus within this time, in milliseconds. */
const SETTLED = 100;

/**
 * Whoever walks to another page by something that is gone there (a row, a drawer, a finished form) has lost the focus. It
 * moves to the heading of the page: screen readers say where one is, and Tab goes on from there. Answers what stops it.
 */
function followPage(pathname: string) {
  const isOther = shown && shown !== pathname;
  shown = pathname;
  const timer = setTimeout(() => {
    const heading = isOther && document.activeElement === document.body && document.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, SETTLED);
  return () => clearTimeout(timer);
}

/** The frame of a page: the sidebar, or on narrow pages a bar and a drawer. */
export function Frame({ label, title, nav, children }: FrameProps) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const home = useSession().may('events.read') ? homePath : doorPath;
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  useEffect(() => {
    setOpen(false);
    return followPage(pathname);
  }, [pathname]);
  const logo = (
    <Link className={styles.logo} to={home}>
      <Logo size={24} />
    </Link>
  );
  const rest = (
    <>
      <div className={styles.scroll}>{nav}</div>
      <LiveState />
      <UserMenu />
    </>
  );
  return (
    <div className={styles.app}>
      <a className={styles.skip} href="#main">
        <Trans>Skip to the page</Trans>
      </a>
      <nav className={styles.side} aria-label={label}>
        <div className={styles.stay}>
          {logo}
          <PaletteButton />
          {rest}
        </div>
      </nav>
      <header className={styles.top}>
        <Link to={home} className={styles.mark}>
          <span className="visually-hidden">{home === doorPath ? t`Your check-in lists` : t`Events`}</span>
          <span aria-hidden="true">
            <Logo size={26} />
          </span>
        </Link>
        <span className={styles.topTitle}>{title}</span>
        <LiveTrouble />
        <PaletteIcon />
        <ActionIcon
          size={48}
          aria-label={t`Open menu`}
          aria-expanded={isOpen}
          onPointerDown={NavDrawer.ahead}
          onFocus={NavDrawer.ahead}
          onClick={() => {
            setOpen(true);
            setWasOpen(true);
          }}
        >
          <IconMenu2 size={22} stroke={1.75} />
        </ActionIcon>
      </header>
      {wasOpen && (
        <NavDrawer isOpen={isOpen} label={label} close={() => setOpen(false)}>
          {logo}
          {rest}
        </NavDrawer>
      )}
      <main className={styles.main} id="main" tabIndex={-1}>
        <EmailBanner />
        {children}
      </main>
    </div>
  );
}
