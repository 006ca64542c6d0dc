import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { Logo } from '../../ui/brand/logo.tsx';
import { LanguageMenu } from '../../ui/buttons/language-menu.tsx';
import { LegalLinks } from '../../ui/legal-links.tsx';
import styles from './frame.module.css';

type FrameProps = {
  /** Without the product's name. */
  title: string;
  heading: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
  /** Pages that need a session show a logout button instead of the choice of language, which is in the profile. */
  isSignedIn?: boolean;
};

/** The frame of all pages between a visitor and the workspace: one narrow column beside the doorway. */
export function Frame({ title, heading, lead, children, isSignedIn = false }: FrameProps) {
  return (
    <div className={styles.frame}>
      <title>{`${title} · Entrada`}</title>
      <meta name="robots" content="noindex" />
      <div className={styles.panel}>
        <header className={styles.header}>
          <Link to="/event">
            <Logo />
          </Link>
          {isSignedIn && (
            <Form method="post" action="/auth/logout">
              <button type="submit" className={styles.quiet}>
                <Trans>Sign out</Trans>
              </button>
            </Form>
          )}
        </header>
        <main className={styles.main}>
          <h1>{heading}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
          {children}
        </main>
        <footer className={styles.footer}>
          <span className={styles.grow}>{!isSignedIn && <LanguageMenu opens="up" />}</span>
          <LegalLinks />
        </footer>
      </div>
      <div className={styles.side} aria-hidden="true">
        <div className={styles.art} />
      </div>
    </div>
  );
}
