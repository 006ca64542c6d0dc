import { Trans } from '@lingui/react/macro';
import { Logo } from './brand/logo.tsx';
import { LanguageMenu } from './buttons/language-menu.tsx';
import { LegalLinks } from './legal-links.tsx';
import styles from './public-footer.module.css';

/** The footer of every public page. `width` is the width of the page's own column in pixels. */
export function PublicFooter({ width = 1200 }: { width?: number }) {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner} style={{ maxWidth: width }}>
        <a href="/event" className={styles.by}>
          <Trans>
            Tickets by <Logo size={20} />
          </Trans>
        </a>
        <nav className={styles.links}>
          <LanguageMenu opens="up" />
          <a href="/tickets/find">
            <Trans>Find my tickets</Trans>
          </a>
          <LegalLinks />
        </nav>
      </div>
    </footer>
  );
}
