import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { Trans } from '@lingui/react/macro';
import { Form, Link } from 'react-router';
import { cx } from '../../../ui/class-names.ts';
import { Space } from '../../../ui/space.tsx';
import { addressOf, OWN_FORM } from './address.ts';
import styles from './forms.module.css';

/** Mails the order to its buyer once more. */
export function SendAgain({ formKey }: { formKey: string }) {
  return (
    <Form method="post" action={`?${OWN_FORM}`} preventScrollReset className={styles.link}>
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="key" value={formKey} />
      <button type="submit" className={cx('link', styles.button)}>
        <Trans>Send everything to me again</Trans>
      </button>
    </Form>
  );
}

/** Who can use this page, and how that ends. */
export function StrangerNote({ order }: { order: BuyerOrder }) {
  return (
    <p className={styles.link}>
      <Trans>Anyone with the link to this page can manage the order.</Trans>
      <Space />
      <Link className="link" to={addressOf(order, { change: 'new-link' })} preventScrollReset>
        <Trans>Make a new link</Trans>
      </Link>
    </p>
  );
}
