import type { BuyerStep } from '@entrada/contract/catalog/policies/give-back';
import { formatRate, HUNDRED_PERCENT, parseRate } from '@entrada/contract/rates';
import { Trans, useLingui } from '@lingui/react/macro';
import { languageTag } from '../../platform/i18n/locales.ts';

type Terms = Pick<BuyerStep, 'percent' | 'keepsFees'>;

const isAll = (percent: string) => parseRate(percent) === HUNDRED_PERCENT;
const isHalf = (percent: string) => parseRate(percent) * 2n === HUNDRED_PERCENT;

/** How much goes back, as an entry of a table. */
export function ShareEntry({ percent, keepsFees }: Terms) {
  const { i18n } = useLingui();
  if (isAll(percent))
    return keepsFees ? <Trans>The whole ticket price</Trans> : <Trans>All that was paid</Trans>;
  if (isHalf(percent))
    return keepsFees ? <Trans>Half of the ticket price</Trans> : <Trans>Half of what was paid</Trans>;
  const share = formatRate(percent, languageTag(i18n.locale));
  return keepsFees ? <Trans>{share} of the ticket price</Trans> : <Trans>{share} of what was paid</Trans>;
}

/** How much goes back, in a sentence. */
export function ShareSentence({ percent, keepsFees }: Terms) {
  const { i18n } = useLingui();
  if (isAll(percent))
    return keepsFees ? (
      <Trans>You get the whole price back, without fees.</Trans>
    ) : (
      <Trans>You get all that you paid back.</Trans>
    );
  const share = formatRate(percent, languageTag(i18n.locale));
  return keepsFees ? (
    <Trans>You get {share} of the price back, without fees.</Trans>
  ) : (
    <Trans>You get {share} of what you paid back.</Trans>
  );
}
