import type { Locale } from '@entrada/contract/constants';
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { formatRate } from '../format.ts';

type Tax = { name: string; rate: string | null };

/** "VAT (21%)". A fixed amount shows no rate. `rate`: percent as an exact decimal. */
export function taxLabel(
  { name, rate: exact }: Tax,
  { i18n, locale }: { i18n: I18n; locale: Locale },
): string {
  if (exact === null) return name;
  const rate = formatRate(exact, locale);
  return i18n._(msg`${name} (${rate})`);
}
