import type { FieldError } from '@entrada/contract/errors';
import { getSelfService, giveBack } from '@entrada/contract/sales/self-service/give-back';
import { type ActionFunctionArgs, data } from 'react-router';
import { ApiError, type ApiErrorCode } from '../../../platform/api/error.ts';
import { formText, readForm } from '../../../platform/api/form.ts';
import { keyOfForm } from '../../../platform/api/form-key.server.ts';
import { apiContext } from '../../../platform/context.ts';
import { loadOrder } from '../../parts/load-order.server.ts';

/** The part of the order page's address that means this form. */
export const GIVE_BACK_FORM = 'give-back';

/** What became of tickets that a buyer gave back, or why nothing did. */
export type GiveBackAnswer =
  | { gaveBack: 'done' | 'asked'; amount: number }
  | { gaveBack: 'refused'; code: ApiErrorCode | 'nothing_chosen'; errors: FieldError[] };

/** Gives the chosen tickets of the order of a page back. Without scripts the sum is the one of the policy now. */
export async function sendGiveBack(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { shortId: orderShortId } = await loadOrder(args);
  const call = args.context.get(apiContext);
  const params = { orderShortId };
  const tickets = [...new Set(form.getAll('ticket').map(String))];
  const reason = formText(form, 'reason').trim();
  const refuse = (code: ApiErrorCode | 'nothing_chosen', errors: FieldError[] = [], status = 422) =>
    data({ gaveBack: 'refused', code, errors } satisfies GiveBackAnswer, { status });
  if (tickets.length === 0) return refuse('nothing_chosen');
  try {
    const seen = formText(form, 'expected');
    const expected = seen === '' ? await sumNow() : Number(seen);
    const key = keyOfForm(formText(form, 'key'), { tickets, reason });
    const { data: done } = await call(
      giveBack,
      { params, body: { tickets, expected, reason } },
      { idempotencyKey: key },
    );
    return data({ gaveBack: done.outcome, amount: done.amount } satisfies GiveBackAnswer);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refuse(error.code, error.errors, error.status);
  }

  async function sumNow(): Promise<number> {
    const { data: now } = await call(getSelfService, { params });
    return now.giveBack.tickets
      .filter(({ shortId }) => shortId !== null && tickets.includes(shortId))
      .reduce((sum, { back }) => sum + back, 0);
  }
}
