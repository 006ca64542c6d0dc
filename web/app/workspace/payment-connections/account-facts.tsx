import type { PaymentConnection } from '@entrada/contract/sales/payment-connections';
import { Trans, useLingui } from '@lingui/react/macro';
import { languageTag } from '../../platform/i18n/locales.ts';
import { Badge } from '../../ui/badge.tsx';
import { Fact, Facts } from './section.tsx';

/** The status of the connected account. */
export function AccountFacts({ connection }: { connection: PaymentConnection }) {
  const { account, chargesEnabled, payoutsEnabled } = connection;
  return (
    <Facts>
      <Fact name={<Trans>Account</Trans>}>
        <code>{account}</code>
      </Fact>
      <Fact name={<Trans>Payments by buyers</Trans>}>
        <State isOn={chargesEnabled} />
      </Fact>
      <Fact name={<Trans>Payouts to your bank</Trans>}>
        <State isOn={payoutsEnabled} />
      </Fact>
      <FeeFact connection={connection} />
    </Facts>
  );
}

function State({ isOn }: { isOn: boolean }) {
  return isOn ? (
    <Badge tone="ok" quiet>
      <Trans>On</Trans>
    </Badge>
  ) : (
    <Badge tone="attn" quiet>
      <Trans>Not yet</Trans>
    </Badge>
  );
}

/** The fee for selling, shown before and after the account is connected. */
export function FeeFact({ connection }: { connection: PaymentConnection }) {
  const { i18n } = useLingui();
  const rate = Number(connection.applicationFeePercent ?? 0);
  const percent = new Intl.NumberFormat(languageTag(i18n.locale), {
    style: 'percent',
    maximumFractionDigits: 4,
  }).format(rate / 100);
  return (
    <Fact name={<Trans>What it costs</Trans>}>
      {rate > 0 ? (
        <Trans>
          {percent} of each payment goes to whoever runs this installation, and comes back with a refund.
          Stripe charges fees of its own.
        </Trans>
      ) : (
        <Trans>This installation keeps nothing of your payments. Stripe charges fees of its own.</Trans>
      )}
    </Fact>
  );
}
