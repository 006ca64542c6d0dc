import type { AnswerSheet } from '@entrada/contract/catalog/answers';
import type { FieldError } from '@entrada/contract/errors';
import { changeOwnInvoice } from '@entrada/contract/sales/invoices/details';
import { renewOrderLink } from '@entrada/contract/sales/order-links/renew';
import * as own from '@entrada/contract/sales/own-tickets/changes';
import { resendOwnOrder } from '@entrada/contract/sales/resends';
import { type ActionFunctionArgs, data, redirect } from 'react-router';
import { ApiError, type ApiErrorCode } from '../../../platform/api/error.ts';
import { formText, readForm } from '../../../platform/api/form.ts';
import { keyOfForm, newFormKey } from '../../../platform/api/form-key.server.ts';
import { apiContext, requestContext } from '../../../platform/context.ts';
import { readAnswer } from '../../../ui/form/read-answer.ts';
import { loadOrder } from '../../parts/load-order.server.ts';
import { addressOf, INTENTS, type Intent, readAddress } from './address.ts';

/** Why a form was refused, with what was typed. */
export type OwnRefusal = {
  refused: Intent;
  reference: string;
  code: ApiErrorCode;
  errors: FieldError[];
  typed: Record<string, string>;
  /** What was answered about the attendee. */
  answers: AnswerSheet;
};

/** Does what a form about a ticket, the link or the invoice of the order wants, and shows the page that says so. */
export async function sendOwn(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const order = await loadOrder(args);
  const intent = INTENTS.find((one) => one === formText(form, 'intent'));
  if (!intent) throw data({ code: 'MALFORMED_REQUEST' }, { status: 400 });
  const reference = formText(form, 'reference');
  const { page } = readAddress(new URL(args.request.url).searchParams);
  const answers = form.has('asks')
    ? await readAnswers(args, { form, reference, orderShortId: order.shortId })
    : null;
  try {
    await perform(args, { form, intent, reference, answers, orderShortId: order.shortId });
    return redirect(addressOf(order, { done: intent, ticket: reference, tickets: page }), 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const typed = Object.fromEntries(
      [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
    const { code, errors, status } = error;
    const refusal = { refused: intent, reference, code, errors, typed, answers: answers ?? {} };
    return data(refusal satisfies OwnRefusal, { status });
  }
}

type Wish = {
  form: FormData;
  intent: Intent;
  reference: string;
  orderShortId: string;
  /** Null if nothing was asked. */
  answers: AnswerSheet | null;
};

/** Reads the answers about an attendee who had no name. Ignores answers to questions that were not asked. */
async function readAnswers(
  { context }: ActionFunctionArgs,
  { form, reference, orderShortId }: Pick<Wish, 'form' | 'reference' | 'orderShortId'>,
): Promise<AnswerSheet> {
  const { locale } = context.get(requestContext);
  const { data: now } = await context.get(apiContext)(own.getOwnTickets, { params: { orderShortId } });
  const asked = now.tickets.find((one) => one.reference === reference)?.questions ?? [];
  return Object.fromEntries(
    asked.map(({ id, type }) => [id, readAnswer(type, { form, locale }, `answers.${id}`)]),
  );
}

async function perform(
  { context }: ActionFunctionArgs,
  { form, intent, reference, orderShortId, answers }: Wish,
): Promise<void> {
  const call = context.get(apiContext);
  const params = { orderShortId, reference };
  const text = (name: string) => formText(form, name).trim();
  const version = Number(text('version')) || 1;
  const person = { firstName: text('firstName'), lastName: text('lastName'), email: text('email') };
  const keyed = (content: unknown) => ({
    idempotencyKey: keyOfForm(text('key') || newFormKey(), { intent, reference, content }),
  });
  switch (intent) {
    case 'name': {
      const body = { version, ...person, ...(answers && { answers }) };
      await call(own.nameOwnTicket, { params, body }, keyed(body));
      return;
    }
    case 'pass-on': {
      const body = { version, ...person, note: text('note') };
      await call(own.passOnOwnTicket, { params, body }, keyed(body));
      return;
    }
    case 'take-back':
      await call(own.takeBackOwnTicket, { params, body: { version } }, keyed(version));
      return;
    case 'send-again':
      await call(own.sendOwnTicketAgain, { params }, keyed(null));
      return;
    case 'resend':
      await call(resendOwnOrder, { params: { orderShortId } }, keyed(null));
      return;
    case 'invoice': {
      const body = { version, name: text('name'), address: text('address'), taxId: text('taxId') };
      await call(changeOwnInvoice, { params: { orderShortId }, body }, keyed(body));
      return;
    }
    case 'new-link':
      await call(renewOrderLink, { params: { orderShortId } }, keyed(null));
  }
}
