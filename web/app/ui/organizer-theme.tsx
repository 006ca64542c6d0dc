import type { CSSProperties, ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './organizer-theme.module.css';

export type PageColors = { page: string; text: string; button: string; buttonText: string };

/** A page in its organizer's colours. Without colours of their own, visitors keep their light or dark scheme. */
export function OrganizerTheme(props: {
  colors: PageColors | null;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { colors, className, children } = props;
  return (
    <div
      className={cx(styles.page, colors && styles.own, className)}
      data-mantine-color-scheme={colors ? (isDark(colors.page) ? 'dark' : 'light') : undefined}
      style={colors ? variables(colors) : undefined}
    >
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

/** Whether a colour (#rrggbb) is nearer to black, by its relative luminance. */
function isDark(color: string): boolean {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5) < 0.18;
}
