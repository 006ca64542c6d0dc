import { LIMITS } from '@entrada/contract/constants';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import type { OwnInvoice } from '@entrada/contract/sales/invoices/details';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { TextArea, TextInput } from '../../../ui/form/text-input.tsx';
import { addressOf } from './address.ts';

/** Leads to the form that says to whom the order is invoiced. */
export function InvoiceLink({ order, page }: { order: BuyerOrder; page: string | null }) {
  return (
    <Link className="link" to={addressOf(order, { change: 'invoice', tickets: page })} preventScrollReset>
      <Trans>Change invoice details</Trans>
    </Link>
  );
}

type InvoiceFieldsProps = {
  invoice: OwnInvoice;
  /** What was typed before; null the first time. */
  typed: Record<string, string> | null;
  errors: Record<string, string>;
};

/** To whom the order is invoiced. */
export function InvoiceFields({ invoice, typed, errors }: InvoiceFieldsProps) {
  const { t } = useLingui();
  const field = (name: 'name' | 'address' | 'taxId') => ({
    id: `own-invoice-${name}`,
    name,
    defaultValue: typed?.[name] ?? invoice[name],
    error: errors[name],
  });
  return (
    <>
      <TextInput
        {...field('name')}
        label={t`Name or company`}
        limit={LIMITS.invoiceName}
        autoComplete="organization"
        required
      />
      <TextArea
        {...field('address')}
        label={t`Address`}
        limit={LIMITS.invoiceAddress}
        autoComplete="street-address"
        rows={3}
        optional
      />
      <TextInput
        {...field('taxId')}
        label={t`Tax ID`}
        limit={LIMITS.invoiceTaxId}
        autoComplete="off"
        optional
      />
    </>
  );
}
