import type { FieldError } from '@entrada/contract/errors';
import { correctOrderEmail } from '@entrada/contract/sales/email-corrections';
import { type ActionFunctionArgs, data } from 'react-router';
import { ApiError, type ApiErrorCode } from '../../platform/api/error.ts';
import { formText, readForm } from '../../platform/api/form.ts';
import { keyOfForm, newFormKey } from '../../platform/api/form-key.server.ts';
import { apiContext } from '../../platform/context.ts';
import { loadOrder } from '../parts/load-order.server.ts';

/** What became of a correction: done, or why not, with what was typed. */
export type CorrectionAnswer =
  | { isDone: true }
  | { isDone: false; code: ApiErrorCode; errors: FieldError[]; typed: string };

/** Corrects the email address of the order of a page. */
export async function correctEmail(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { shortId: orderShortId } = await loadOrder(args);
  const typed = formText(form, 'email').trim();
  try {
    await args.context.get(apiContext)(
      correctOrderEmail,
      { params: { orderShortId }, body: { email: typed } },
      { idempotencyKey: keyOfForm(newFormKey(), typed) },
    );
    return data({ isDone: true } satisfies CorrectionAnswer);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, errors, status } = error;
    return data({ isDone: false, code, errors, typed } satisfies CorrectionAnswer, { status });
  }
}
