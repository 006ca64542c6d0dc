import { labelled } from '@entrada/contract/words/labels';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { useLingui } from '@lingui/react/macro';
import type { Refusal } from './refusal.ts';
import { isAboutPromo, refusalMessage } from './refusal.ts';
import { fieldName, type SaleEvent } from './selection.ts';
import styles from './ticket-picker.module.css';

/** The name of the refused price if it is on the page, where its line shows the refusal. */
export function findLine(event: SaleEvent, { priceId }: Refusal, locale: string): string | null {
  for (const { name, prices } of event.tickets) {
    const price = prices.find(({ id }) => id === priceId);
    if (price) return sideBySide([name, price.label], locale);
  }
  return null;
}

/** Without scripts nothing takes the reader to the refused field, so a link above the tickets does. */
export function RefusalSummary({ event, refusal }: { event: SaleEvent; refusal: Refusal | null }) {
  const { i18n, t } = useLingui();
  if (!refusal) return null;
  const line = findLine(event, refusal, i18n.locale);
  const name = isAboutPromo(refusal) ? t`Promo code` : line;
  const field = isAboutPromo(refusal) ? 'promo-code' : line ? fieldName(refusal.priceId ?? 0) : 'tickets';
  const words = refusalMessage(i18n, refusal, event.currency);
  return (
    <noscript>
      <p className={styles.summary}>
        <a href={`#${field}`}>{name ? labelled(name, words, i18n.locale) : words}</a>
      </p>
    </noscript>
  );
}
