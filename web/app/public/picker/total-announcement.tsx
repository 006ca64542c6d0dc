import { formatMoney } from '@entrada/contract/money';

import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { languageTag } from '../../platform/i18n/locales.ts';

/** Announces the new total to screen readers when the visitor stops changing quantities. */
export function TotalAnnouncement(props: { total: number; count: number; currency: string }) {
  const { total, count, currency } = props;
  const { i18n, t } = useLingui();
  const [said, setSaid] = useState('');
  const [first] = useState(`${total}-${count}`);
  const amount = formatMoney({ minor: total, currency, locale: languageTag(i18n.locale) });
  const words = t`Total ${amount}, ${count} in your order`;
  const isFirst = first === `${total}-${count}` && said === '';
  useEffect(() => {
    if (isFirst) return;
    const timer = setTimeout(() => setSaid(words), 600);
    return () => clearTimeout(timer);
  }, [words, isFirst]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}
