import { personName } from '@entrada/contract/accounts/person-name';
import type { OrderDetail } from '@entrada/contract/sales/orders';
import { listed } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { localeNames } from '../../../platform/i18n/locales.ts';
import styles from '../drawer.module.css';

/** Who bought an order, in which language they are written to, and what brought them. */
export function BuyerFacts({ order }: { order: OrderDetail }) {
  const { i18n } = useLingui();
  const { buyer, affiliate, documents, promoCode } = order;
  const invoices = documents.flatMap(({ kind, number }) => (kind === 'invoice' ? [number] : []));
  return (
    <dl className={styles.facts}>
      <dt>
        <Trans context="person">Name</Trans>
      </dt>
      <dd>{personName(buyer)}</dd>
      <dt>
        <Trans>Email</Trans>
      </dt>
      <dd>
        {buyer.email === '' ? (
          <Trans>No address</Trans>
        ) : (
          <a className="link" href={`mailto:${buyer.email}`}>
            {buyer.email}
          </a>
        )}
      </dd>
      <dt>
        <Trans>Language</Trans>
      </dt>
      <dd>{localeNames[buyer.locale]}</dd>
      {invoices.length > 0 && (
        <>
          <dt>
            <Trans>Invoice</Trans>
          </dt>
          <dd className="num">{listed(invoices, i18n.locale)}</dd>
        </>
      )}
      {promoCode && (
        <>
          <dt>
            <Trans>Promo code</Trans>
          </dt>
          <dd>{promoCode}</dd>
        </>
      )}
      {affiliate && (
        <>
          <dt>
            <Trans>Affiliate</Trans>
          </dt>
          <dd>{affiliate.name}</dd>
        </>
      )}
    </dl>
  );
}
