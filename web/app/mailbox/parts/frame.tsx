import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Logo } from '../../ui/brand/logo.tsx';
import { LanguageMenu } from '../../ui/buttons/language-menu.tsx';
import { PublicFooter } from '../../ui/public-footer.tsx';
import styles from './frame.module.css';

/** The frame of the installation's own mailbox. Every page of it says that it is a mailbox. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className={styles.frame}>
      <title>{`${title} · Entrada`}</title>
      <meta name="robots" content="noindex" />
      <header className={styles.header}>
        <Link to="/" reloadDocument aria-label={t`Entrada, home page`}>
          <Logo />
        </Link>
        <LanguageMenu />
      </header>
      <main className={styles.main}>
        {children}
        <p className={styles.about}>
          <Trans>
            This is the installation’s own mailbox. While no mail server is set up, as in demo mode, messages
            are kept here instead of being sent, and anybody who reaches this page can read them.
          </Trans>
        </p>
      </main>
      <PublicFooter width={960} />
    </div>
  );
}
