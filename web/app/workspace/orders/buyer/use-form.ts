import { type Locale, SOURCE_LOCALE } from '@entrada/contract/constants';
import type { InputOf } from '@entrada/contract/endpoint';
import { changeBuyer } from '@entrada/contract/sales/buyers';
import { getOrderDetail, type OrderDetail } from '@entrada/contract/sales/orders';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { localeNames } from '../../../platform/i18n/locales.ts';
import { keys } from '../../kit/data/keys.ts';
import { useDifferences } from '../../kit/form/differences.ts';
import { judge } from '../../kit/form/judge.ts';
import { useRecordForm } from '../../kit/form/use-record-form.tsx';
import type { OrderView } from '../api.ts';

type Body = InputOf<typeof changeBuyer>['body'];
type Values = Omit<Body, 'version'>;

const isOther = (one: string, other: string) => one.trim().toLowerCase() !== other.toLowerCase();

/** Whether tickets, or how to pay, can be mailed to the buyer. */
const isLive = (order: OrderDetail) => order.isCompleted || order.offline?.isAwaited === true;

/** The form for who bought an order. Its choice to mail the order counts only if the address changes. */
export function useBuyerForm(eventId: number, order: OrderDetail, close: () => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  const at = { params: { eventId: String(eventId), orderId: String(order.id) } };
  const labels = {
    firstName: t`First name`,
    lastName: t`Last name`,
    email: t`Email`,
    locale: t`Language`,
  };
  const form = useRecordForm<OrderDetail, Values, Body>({
    found: order,
    read: (found) => ({
      firstName: found?.buyer.firstName ?? '',
      lastName: found?.buyer.lastName ?? '',
      email: found?.buyer.email ?? '',
      locale: found?.buyer.locale ?? SOURCE_LOCALE,
      resend: true,
    }),
    judge: ({ resend, ...now }, { current }) =>
      judge(changeBuyer, {
        ...now,
        version: current?.buyer.version ?? 1,
        resend: resend && current !== null && isLive(current) && isOther(now.email, current.buyer.email),
      }),
    load: async () => (await api(getOrderDetail, at)).data,
    save: async (body) => {
      const { data: saved } = await api(changeBuyer, { ...at, body });
      client.setQueryData<OrderView>(keys.order(eventId, order.id), (old) => old && { ...old, order: saved });
      return saved;
    },
    invalidates: () => [keys.orders(eventId), keys.attendees(eventId), keys.timelines(eventId)],
    success: () => t`The buyer is saved.`,
    close,
    differences: useDifferences<Values, keyof typeof labels>(labels, (values, field) =>
      field === 'locale' ? localeNames[values.locale as Locale] : undefined,
    ),
  });
  const known = form.current ?? order;
  return {
    ...form,
    labels,
    isDirty: JSON.stringify(form.values) !== JSON.stringify(form.initial),
    /** The address changes, so the old one is told. */
    isMoved: isOther(form.values.email, known.buyer.email),
    isLive: isLive(known),
  };
}
