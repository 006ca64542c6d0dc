import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { Plural, Trans } from '@lingui/react/macro';
import { Note } from '../../ui/notices/note.tsx';
import { Space } from '../../ui/space.tsx';
import { orderPath } from '../parts/paths.ts';
import styles from './summary-page.module.css';

/** Says after the checkout that tickets still need a name, with a link to the page where the buyer says it. */
export function UnnamedNote({ order }: { order: BuyerOrder }) {
  const { unnamed: missing } = order;
  if (missing === 0 || order.event.isCalledOff) return null;
  return (
    <div className={styles.unnamed}>
      <Note tone="attn">
        <b>
          <Plural value={missing} one="# ticket still needs a name." other="# tickets still need a name." />
        </b>
        <Space />
        <Trans>A ticket shows its code once it has a name.</Trans>
        <Space />
        <a className="link" href={orderPath(order)}>
          <Trans>Fill in names</Trans>
        </a>
      </Note>
    </div>
  );
}
