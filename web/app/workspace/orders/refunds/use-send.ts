import { formatMoney } from '@entrada/contract/money';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { newIdempotencyKey } from '../../../platform/api/client.ts';
import { ApiError } from '../../../platform/api/error.ts';
import { errorMessage } from '../../../platform/api/error-messages.ts';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { keys, touchedByOrders } from '../../kit/data/keys.ts';
import { useChange } from '../../kit/data/use-change.ts';
import { useFormErrors } from '../../kit/form/use-form-errors.ts';
import { type OrderView, type RefundBody, sendRefund } from '../api.ts';
import type { RefundMode } from './values.ts';

type Attempt = { key: string; draft: string; body: RefundBody };
type Order = { draft: string; mode: RefundMode; body: RefundBody };

/** Whether the server may have made the refund although its answer did not arrive. */
const isUncertain = (error: unknown) =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status >= 500 ||
  error.code === 'IDEMPOTENCY_IN_PROGRESS';

/**
 * Sends a refund and shows errors at their fields. If no answer arrived, the next try uses the same key, and the same
 * body if the user changed nothing. So only one refund is made, however often it is sent.
 */
export function useSendRefund({
  eventId,
  view,
  onDone,
}: {
  eventId: number;
  view: OrderView;
  onDone: () => void;
}) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const form = useFormErrors();
  const attempt = useRef<Attempt | null>(null);
  const { order, money } = view;
  const queryKey = keys.order(eventId, order.id);
  const write = (minor: number) =>
    formatMoney({ minor, currency: money.currency, locale: languageTag(i18n.locale) });
  const change = useChange({
    run: ({ draft, body }: Order) => {
      const before = attempt.current;
      const now = before?.draft === draft ? before : { key: before?.key ?? newIdempotencyKey(), draft, body };
      attempt.current = now;
      return sendRefund(eventId, order.id, now.body, now.key);
    },
    invalidates: (fresh) => {
      client.setQueryData<OrderView>(queryKey, (old) => old && { ...old, money: fresh });
      return touchedByOrders(eventId);
    },
    onDone: () => {
      attempt.current = null;
      form.clear();
      onDone();
    },
    onError: (error, { mode }) => {
      if (isUncertain(error)) {
        const words = errorMessage(i18n, error);
        form.refuse({}, t`${words} Sending this refund again makes no second one.`);
        return true;
      }
      attempt.current = null;
      // The shown order is out of date, so it is read again.
      void client.invalidateQueries({ queryKey });
      const code = error instanceof ApiError ? error.code : null;
      const field = mode === 'tickets' ? 'attendeeIds' : mode === 'amount' ? 'amount' : null;
      if (code === 'IDEMPOTENCY_KEY_REUSED') {
        form.refuse({}, t`An earlier try of this refund went through. Check the refunds of the order first.`);
      } else if (code === 'REFUND_ABOVE_REMAINING') {
        const params = error instanceof ApiError ? error.params : undefined;
        const remaining = params?.['remaining'];
        const words =
          typeof remaining === 'number'
            ? t`Only ${write(remaining)} is left to refund.`
            : errorMessage(i18n, error);
        if (field) form.refuse({ [field]: words });
        else form.refuse({}, words);
      } else if (isAboutTickets(code)) {
        form.refuse({ attendeeIds: errorMessage(i18n, error) });
      } else if (code === 'PAYMENTS_NOT_SET_UP') {
        form.refuse({}, t`The payment provider of this order is no longer connected.`);
      } else {
        form.refuseBy(error, (path) => path === field || path === 'note');
      }
      return true;
    },
  });
  return { form, write, isPending: change.isPending, start: change.start };
}

const isAboutTickets = (code: string | null) =>
  code === 'ATTENDEE_ALREADY_REFUNDED' || code === 'LINE_ALREADY_REFUNDED' || code === 'REFUND_NOTHING_DUE';

export type SendRefund = ReturnType<typeof useSendRefund>;
