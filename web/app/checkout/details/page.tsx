import type { FieldError } from '@entrada/contract/errors';
import { abandonOrder, extendOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  data,
  Form,
  isRouteErrorResponse,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { ApiError, type ApiErrorCode } from '../../platform/api/error.ts';
import { fieldErrors } from '../../platform/api/error-messages.ts';
import { formText, readForm } from '../../platform/api/form.ts';
import { keyOfForm, newFormKey } from '../../platform/api/form-key.server.ts';
import { apiContext, requestContext } from '../../platform/context.ts';
import { countriesIn } from '../../platform/i18n/countries.ts';
import { proofHeader } from '../../platform/proof/header.ts';
import { challengeOf } from '../../platform/proof/with-proof.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { holdAgain } from '../again/hold-again.server.ts';
import { CancelOrder } from '../parts/cancel-order.tsx';
import { CheckoutFrame } from '../parts/frame.tsx';
import { loadOrder } from '../parts/load-order.server.ts';
import { EndedOrder, OrderError } from '../parts/order-message.tsx';
import { elsewhere, eventAddress, privateHeaders, stepPath } from '../parts/paths.ts';
import { AttendeeFields } from './attendee-fields.tsx';
import { BuyerFields } from './buyer-fields.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { nameOfField } from './field-names.ts';
import {
  allErrors,
  attendeeField,
  bodyOf,
  DETAILS_FORM,
  type DetailsValues,
  findErrors,
  LATER_OTHERS,
  readDetails,
} from './form.ts';
import styles from './page.module.css';
import { PROOF_FIELD, Refusal, RefusalWithoutScripts } from './refusal.tsx';
import { isControl } from './typed-before.ts';
import { useTyped } from './use-typed.ts';

type DetailsAnswer = {
  code: ApiErrorCode;
  errors: FieldError[];
  values: DetailsValues | null;
  /** The proof of work that the server wants before it accepts the form. */
  challenge?: string | null;
};

export async function loader(args: LoaderFunctionArgs) {
  const order = await loadOrder(args);
  const path = elsewhere(order, ['details', 'payment']);
  if (path) throw redirect(path);
  // The server names the countries, because browsers have other names for some of them.
  const isAddress = order.questions.some(({ type }) => type === 'address');
  const countries = isAddress ? countriesIn(args.context.get(requestContext).locale) : [];
  return data({ order, countries, formKey: newFormKey() }, { headers: privateHeaders });
}

export async function action(args: ActionFunctionArgs) {
  const call = args.context.get(apiContext);
  const form = await readForm(args.request);
  const order = await loadOrder(args);
  const params = { orderShortId: order.shortId };
  const intent = formText(form, 'intent');
  if (intent === 'cancel') {
    try {
      await call(abandonOrder, { params }, { idempotencyKey: keyOfForm(order.shortId, intent) });
    } catch (error) {
      // It was completed elsewhere, for example in another tab. The page of its step says so.
      if (error instanceof ApiError && error.status < 500) return redirect(stepPath(order, 'details'), 303);
      throw error;
    }
    return redirect(eventAddress(order, formText(form, 'back')), 303);
  }
  if (intent === 'again' || intent === 'again_less') {
    const proof = proofHeader(form, PROOF_FIELD);
    return holdAgain(args, order, { takesLess: intent === 'again_less', proof });
  }
  const { locale } = args.context.get(requestContext);
  const values = intent === 'extend' ? null : readDetails(order, { form, locale });
  try {
    if (!values) {
      // An order is extended and left at most once, so a repeated press means the same.
      await call(extendOrder, { params }, { idempotencyKey: keyOfForm(order.shortId, intent) });
      return redirect(stepPath(order, order.step === 'payment' ? 'payment' : 'details'), 303);
    }
    const body = { ...bodyOf(values), locale };
    const { data: saved } = await call(
      saveOrderDetails,
      { params, body },
      {
        idempotencyKey: keyOfForm(formText(form, 'key') || newFormKey(), body),
        headers: proofHeader(form, PROOF_FIELD),
      },
    );
    return redirect(elsewhere(saved, ['summary']) ?? stepPath(saved, 'summary'), 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, status } = error;
    const errors = values ? allErrors(order, values, error.errors) : [];
    return data({ code, errors, values, challenge: challengeOf(error) } satisfies DetailsAnswer, { status });
  }
}

/** Without a connection the form keeps its values and shows the error. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    const code = navigator.onLine ? 'NETWORK' : 'OFFLINE';
    return { code, errors: [], values: null } satisfies DetailsAnswer;
  }
}

/** Another order, such as the one that holds the same tickets again, starts with a form of its own. */
export default function DetailsPage() {
  const { order } = useLoaderData<typeof loader>();
  return <Details key={order.shortId} />;
}

function Details() {
  const { order, countries, formKey } = useLoaderData<typeof loader>();
  const replied = useActionData<DetailsAnswer>();
  /** The errors that were found before sending. They count until the next reply. */
  const [found, setFound] = useState<{ beside: unknown; answer: DetailsAnswer } | null>(null);
  const answer = found && found.beside === replied ? found.answer : replied;
  const { i18n, t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const navigation = useNavigation();
  const { values, round, keep } = useTyped(order, answer?.values ?? null);
  const [corrected, setCorrected] = useState<{ of: unknown; paths: string[] }>({ of: null, paths: [] });
  if (order.step !== 'details' && order.step !== 'payment') return <EndedOrder order={order} />;
  const errors = fieldErrors(i18n, answer?.errors);
  // A field that was changed after the answer no longer shows its error.
  const changed = corrected.of === answer ? corrected.paths : [];
  const standing = Object.fromEntries(Object.entries(errors).filter(([path]) => !changed.includes(path)));
  const back = (
    <Link className="link" to={order.event.path}>
      <Trans>Back to tickets</Trans>
    </Link>
  );
  const onCorrect = (...paths: string[]) =>
    answer &&
    setCorrected((before) => ({
      of: answer,
      paths: [...(before.of === answer ? before.paths : []), ...paths],
    }));
  const refusal = answer && answer.errors.length === 0 ? answer : null;
  const isSending = navigation.formMethod === 'POST' && navigation.formData?.get('intent') === 'save';
  return (
    <CheckoutFrame order={order} step="details" title={t`Your details`}>
      {order.preCheckoutMessage && <RichText html={order.preCheckoutMessage} className={styles.before} />}
      <ErrorSummary
        answer={answer}
        errors={Object.entries(standing).map(([path, message]) => ({
          path,
          name: nameOfField(i18n, order, path),
          message,
        }))}
      />
      <RefusalWithoutScripts refusal={refusal} />
      <Form
        ref={form}
        method="post"
        noValidate
        id={DETAILS_FORM}
        className={styles.form}
        onInput={(event) => {
          if (!isControl(event.target)) return;
          const { name } = event.target;
          onCorrect(...Object.keys(errors).filter((path) => isSettledBy(name, path)));
          keep(event.currentTarget);
        }}
        onSubmit={(event) => {
          const typed = readDetails(order, {
            form: new FormData(event.currentTarget),
            locale: i18n.locale,
          });
          const wrong = isSending ? [] : findErrors(order, typed);
          if (isSending || wrong.length > 0) event.preventDefault();
          const refused = { code: 'VALIDATION_FAILED', errors: wrong, values: null } as const;
          if (wrong.length > 0) setFound({ beside: replied, answer: refused });
        }}
      >
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="intent" value="save" />
        <BuyerFields
          key={`buyer ${round}`}
          order={order}
          values={values}
          errors={standing}
          countries={countries}
        />
        <AttendeeFields
          key={`attendees ${round}`}
          order={order}
          values={values}
          errors={standing}
          countries={countries}
          onCopy={(form, ...paths) => {
            onCorrect(...paths);
            keep(form);
          }}
        />
        <Refusal refusal={refusal} form={form} />
        <div className={styles.end}>
          {back}
          <Button type="submit" variant="primary" size="xl" loading={isSending}>
            {order.total > 0 ? <Trans>Continue to payment</Trans> : <Trans>Complete order</Trans>}
          </Button>
          {/* On a phone the button comes first. One of the two links is shown, so that Tab goes as the page is read. */}
          {back}
        </div>
      </Form>
      <CancelOrder order={order} />
    </CheckoutFrame>
  );
}

/** Whether the change of a control settles the error of a field. */
function isSettledBy(name: string, path: string): boolean {
  const [head = '', unit = ''] = path.split('.');
  const isPerson = head === 'attendees' || head === 'attendeeAnswers';
  if (name === 'sendAllToBuyer') return head === 'attendees';
  if (name === LATER_OTHERS) return isPerson && unit !== '0';
  return name === path || (isPerson && name === attendeeField(Number(unit), 'later'));
}

export const ErrorBoundary = OrderError;
