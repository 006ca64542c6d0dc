import type { BuyerPolicy } from '@entrada/contract/catalog/policies/give-back';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatDayTime } from '../platform/i18n/format.ts';

type PolicyProps = { policy: BuyerPolicy; timezone: string };

const MINUTE_MS = 60_000;

/**
 * Until when something can be given back, as people say it: a day ends at 23:59. Counted in hours it is the moment itself.
 */
export function usePolicyDate({ policy, timezone }: PolicyProps): string {
  const { i18n } = useLingui();
  const until = Date.parse(policy.until ?? '') - (policy.unit === 'days' ? MINUTE_MS : 0);
  return Number.isNaN(until)
    ? ''
    : formatDayTime(new Date(until).toISOString(), { locale: i18n.locale, timezone });
}

/** Whether and until when buyers can give tickets back, in one or two sentences. Nothing if it is not offered. */
export function PolicyWords({ policy, timezone }: PolicyProps) {
  const when = usePolicyDate({ policy, timezone });
  if (policy.giveBack === 'none' || !policy.until) return null;
  if (policy.isOver) return <Trans>These tickets can’t be given back any more.</Trans>;
  const share = <Share policy={policy} />;
  return policy.giveBack === 'automatic' ? (
    <Trans>
      You can give tickets back until {when}. {share}
    </Trans>
  ) : (
    <Trans>
      You can ask to give tickets back until {when}; the organizer decides. {share}
    </Trans>
  );
}

/** How much goes back. */
function Share({ policy: { percent, keepsFees } }: Pick<PolicyProps, 'policy'>) {
  if (percent === 100)
    return keepsFees ? (
      <Trans>You get the whole price back, without fees.</Trans>
    ) : (
      <Trans>You get all that you paid back.</Trans>
    );
  return keepsFees ? (
    <Trans>You get {percent}% of the price back, without fees.</Trans>
  ) : (
    <Trans>You get {percent}% of what you paid back.</Trans>
  );
}
