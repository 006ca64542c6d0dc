import type { InputOf } from '@entrada/contract/endpoint';
import { changeInvoiceDetails } from '@entrada/contract/sales/invoices/details';
import { getOrderDetail, type OrderDetail } from '@entrada/contract/sales/orders';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { keys } from '../../kit/data/keys.ts';
import { useDifferences } from '../../kit/form/differences.ts';
import { judge } from '../../kit/form/judge.ts';
import { useRecordForm } from '../../kit/form/use-record-form.tsx';
import type { OrderView } from '../api.ts';

type Body = InputOf<typeof changeInvoiceDetails>['body'];
type Values = Omit<Body, 'version'>;

/** The form for whom an order is invoiced to. */
export function useDetailsForm(eventId: number, order: OrderDetail, close: () => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  const at = { params: { eventId: String(eventId), orderId: String(order.id) } };
  const labels = { name: t`Name or company`, address: t`Address`, taxId: t`Tax ID` };
  const form = useRecordForm<OrderDetail, Values, Body>({
    found: order,
    read: (found) => ({
      name: found?.invoicedTo?.name ?? '',
      address: found?.invoicedTo?.address ?? '',
      taxId: found?.invoicedTo?.taxId ?? '',
    }),
    judge: (now, { current }) =>
      judge(changeInvoiceDetails, { ...now, version: current?.buyer.version ?? 1 }),
    load: async () => (await api(getOrderDetail, at)).data,
    save: async (body) => {
      const { data: saved } = await api(changeInvoiceDetails, { ...at, body });
      client.setQueryData<OrderView>(keys.order(eventId, order.id), (old) => old && { ...old, order: saved });
      return saved;
    },
    invalidates: () => [keys.orders(eventId), keys.timelines(eventId)],
    success: () => t`The invoice details are saved.`,
    close,
    differences: useDifferences<Values, keyof typeof labels>(labels),
  });
  return { ...form, labels, isDirty: JSON.stringify(form.values) !== JSON.stringify(form.initial) };
}
