import type { PageColors } from '@entrada/contract/catalog/designs';
import { madeReadable } from '@entrada/contract/colors/readability';
import type { CSSProperties, ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { isDarkPage, veilPercent } from './organizer-colors.ts';
import styles from './organizer-theme.module.css';

type OrganizerThemeProps = {
  colors: PageColors | null;
  /** A blurred picture behind the page, with a veil that keeps the text readable. */
  backdrop?: string | null | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/**
 * A page in its organizer's colours. If the organizer has none, the visitor's light or dark scheme applies. Colours
 * that an embedding site chose, or that were saved before they were checked, are made readable here.
 */
export function OrganizerTheme({ colors: chosen, backdrop, className, children }: OrganizerThemeProps) {
  const colors = chosen && madeReadable(chosen);
  return (
    <div
      className={cx(styles.page, colors && styles.own, backdrop && styles.veiled, className)}
      data-mantine-color-scheme={colors ? (isDarkPage(colors.page) ? 'dark' : 'light') : undefined}
      style={colors ? variables(colors) : undefined}
    >
      {backdrop && (
        <div
          className={styles.backdrop}
          style={{ '--veil': `${veilPercent(colors)}%` } as CSSProperties}
          aria-hidden="true"
        >
          <img src={backdrop} alt="" decoding="async" />
        </div>
      )}
      {children}
    </div>
  );
}

function variables(colors: PageColors): CSSProperties {
  return {
    '--own-page': colors.page,
    '--own-text': colors.text,
    '--own-button': colors.button,
    '--own-button-text': colors.buttonText,
  } as CSSProperties;
}
