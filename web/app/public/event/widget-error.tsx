import { DEFAULT_COLORS } from '@entrada/contract/catalog/designs';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { OrganizerTheme } from '../../ui/brand/organizer-theme.tsx';
import { buttonClass } from '../../ui/buttons/button.tsx';
import styles from './widget-page.module.css';

/**
 * Tickets that cannot be shown on another site. No page of ours but the widget may open in its frame, so the only way on is
 * to try again.
 */
export function WidgetError() {
  const { t } = useLingui();
  const { pathname, search } = useLocation();
  return (
    <OrganizerTheme colors={DEFAULT_COLORS} className={styles.page}>
      <title>{t`Something went wrong.`}</title>
      <main className={styles.failed} data-widget role="alert">
        <p>
          <Trans>The page could not load. The fault is ours, not yours. Try again in a moment.</Trans>
        </p>
        <a className={buttonClass({ variant: 'ink' })} href={pathname + search}>
          <Trans>Try again</Trans>
        </a>
      </main>
    </OrganizerTheme>
  );
}
