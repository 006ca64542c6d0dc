import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Logo } from '../../ui/brand/logo.tsx';
import { LanguageMenu } from '../../ui/buttons/language-menu.tsx';
import { PublicFooter } from '../../ui/public-footer.tsx';
import styles from './public-page.module.css';

/** The frame of a public page: what stands in its header, the page, the footer. */
export function PublicFrame({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>{header}</header>
      <main className={styles.main}>{children}</main>
      <PublicFooter />
    </div>
  );
}

/** The frame of the installation's own pages: directory, terms, privacy. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <PublicFrame
      header={
        <>
          <Link to="/event">
            <Logo />
          </Link>
          <nav className={styles.links}>
            <Link to="/event">
              <Trans>Events</Trans>
            </Link>
            <LanguageMenu />
          </nav>
        </>
      }
    >
      {children}
    </PublicFrame>
  );
}
