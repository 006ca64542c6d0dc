import { cx } from './class-names.ts';
import styles from './rich-text.module.css';

/** HTML that the server sanitized when it was saved. */
export function RichText({ html, className }: { html: string; className?: string | undefined }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized on write by the server
    <div className={cx(styles.text, className)} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
