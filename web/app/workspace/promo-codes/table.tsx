import type { PromoCode } from '@entrada/contract/catalog/promo-codes';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { formatDayTime } from '../../platform/i18n/format.ts';
import { cx } from '../../ui/class-names.ts';
import { useEvent } from '../kit/data/event.ts';
import { TwoLines } from '../kit/display/two-lines.tsx';
import { RowLink } from '../kit/list/row.tsx';
import type { TableRows } from '../kit/list/table.tsx';
import { PromoState, Uses } from './figures.tsx';
import styles from './promo-codes.module.css';
import { useDiscountWords } from './words.ts';

/** The columns and rows of the list of promo codes. */
export function usePromoTable({ mayEdit }: { mayEdit: boolean }): TableRows<PromoCode> {
  const { t, i18n } = useLingui();
  const { currency, timezone } = useEvent();
  const discount = useDiscountWords();
  const expires = ({ expiresAt }: PromoCode) =>
    expiresAt ? formatDayTime(expiresAt, { locale: i18n.locale, timezone }) : t`Never`;
  const name = (code: PromoCode) =>
    mayEdit ? <RowLink opens={code.id}>{code.code}</RowLink> : <span>{code.code}</span>;
  const columns: TableRows<PromoCode>['columns'] = [
    {
      key: 'code',
      header: <Trans>Code</Trans>,
      sortBy: 'code',
      cell: (code) => <span className={cx(styles.code, styles.codeCell)}>{name(code)}</span>,
    },
    {
      key: 'discount',
      header: <Trans>Discount</Trans>,
      cell: (code) => <span className={styles.words}>{discount(code, currency)}</span>,
    },
    {
      key: 'tickets',
      header: <Trans>Tickets</Trans>,
      isSecondary: true,
      cell: (code) => <For code={code} />,
    },
    { key: 'used', header: <Trans>Used</Trans>, sortBy: 'used', cell: (code) => <Uses code={code} /> },
    {
      key: 'expires',
      header: <Trans>Expires</Trans>,
      sortBy: 'expires_at',
      isSecondary: true,
      cell: (code) => <span className="num">{expires(code)}</span>,
    },
    { key: 'state', header: <Trans>Status</Trans>, cell: (code) => <PromoState state={code.state} /> },
  ];
  return {
    columns,
    rowName: (code) => code.code,
    narrow: (code) => (
      <TwoLines
        first={<span className={styles.code}>{name(code)}</span>}
        second={discount(code, currency)}
        third={<PromoState state={code.state} />}
        end={<Uses code={code} />}
      />
    ),
  };
}

function For({ code }: { code: PromoCode }) {
  const [first, ...more] = code.tickets;
  if (code.allTickets) return <Trans>All tickets</Trans>;
  if (!first) return <Trans>None any more</Trans>;
  if (more.length === 0) return first.name;
  const { name } = first;
  return (
    <Trans>
      {name} and <Plural value={more.length} one="# more" other="# more" />
    </Trans>
  );
}
