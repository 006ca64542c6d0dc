import { personName } from '@entrada/contract/accounts/person-name';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatList } from '../../platform/i18n/format.ts';
import styles from '../payment/page.module.css';
import { stepPath } from './paths.ts';

/** The buyer and the attendees, each with a link to change them. */
export function Recap({ order }: { order: BuyerOrder }) {
  const { i18n, t } = useLingui();
  const { buyer, attendees, sendAllToBuyer } = order;
  const edit = stepPath(order, 'details');
  if (!buyer) return null;
  const names = attendees.map(personName).filter(Boolean);
  const later = attendees.filter((one) => one.later).length;
  return (
    <dl className={styles.recap}>
      <div>
        <dt>
          <Trans>Buyer</Trans>
        </dt>
        <dd>
          {personName(buyer)}
          <br />
          <small>{buyer.email}</small>
        </dd>
        <dd>
          <Link className="link" to={edit} aria-label={t`Edit buyer`}>
            <Trans>Edit</Trans>
          </Link>
        </dd>
      </div>
      {order.lines.some(({ admits }) => admits) && (
        <div>
          <dt>
            <Trans>Attendees</Trans>
          </dt>
          <dd>
            {sendAllToBuyer || attendees.length === 0 ? (
              <Trans>All tickets to the buyer</Trans>
            ) : (
              formatList(names, i18n.locale)
            )}
            {later > 0 && (
              <>
                {names.length > 0 && <br />}
                <small>
                  <Plural value={later} one="# name follows" other="# names follow" />
                </small>
              </>
            )}
          </dd>
          <dd>
            <Link className="link" to={edit} aria-label={t`Edit attendees`}>
              <Trans>Edit</Trans>
            </Link>
          </dd>
        </div>
      )}
    </dl>
  );
}
