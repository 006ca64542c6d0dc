import { formatMoney } from '@entrada/contract/money';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useActionData, useFetcher } from 'react-router';
import { errorCodeMessage } from '../../platform/api/error-messages.ts';
import { dropDetails } from '../../platform/details-draft.ts';
import { languageTag } from '../../platform/i18n/locales.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { Note } from '../../ui/notices/note.tsx';
import { keepDetails } from '../details/draft.ts';
import { DETAILS_FORM, readDetails, valuesOf } from '../details/form.ts';
import { Refusal, RefusalWithoutScripts } from '../details/refusal.tsx';
import { stepPath } from '../parts/paths.ts';
import styles from './hold-again.module.css';
import type { AgainAnswer } from './hold-again.server.ts';

/** Offers the tickets of an order whose time ran out once more, with what was typed. Says what is not there any more. */
export function HoldAgain({ order }: { order: BuyerOrder }) {
  const { i18n } = useLingui();
  const fetcher = useFetcher<AgainAnswer>();
  const posted = useActionData<Partial<AgainAnswer>>();
  const answer = (fetcher.data ?? posted)?.again;
  useEffect(() => {
    if (answer) dropDetails();
  }, [answer]);
  const keep = () => {
    const form = document.getElementById(DETAILS_FORM);
    const isTyped = form instanceof HTMLFormElement;
    keepDetails(
      order,
      isTyped ? readDetails(order, { form: new FormData(form), locale: i18n.locale }) : valuesOf(order),
    );
  };
  const form = useRef<HTMLFormElement>(null);
  /** Only the browser has to prove something first, and then the same is asked for again. */
  const unproved = answer?.challenge != null ? answer : null;
  const different = unproved ? null : answer;
  const takesLess = unproved ? unproved.takesLess : Boolean(different);
  const isLess = unproved ? takesLess : different && (different.short.length > 0 || different.total !== null);
  const isOffered = !different || different.isSome || different.short.length === 0;
  return (
    <div className={styles.again}>
      <RefusalWithoutScripts refusal={unproved} />
      {different && (
        <div className={styles.answer}>
          <Difference order={order} answer={different} />
        </div>
      )}
      <fetcher.Form ref={form} method="post" action={stepPath(order, 'details')} onSubmit={keep}>
        <input type="hidden" name="intent" value={takesLess ? 'again_less' : 'again'} />
        <Refusal refusal={unproved} form={form} />
        <div className={styles.actions}>
          {isOffered && (
            <Button type="submit" variant="primary" size="lg" loading={fetcher.state !== 'idle'}>
              {isLess ? <Trans>Hold what is there</Trans> : <Trans>Hold the same again</Trans>}
            </Button>
          )}
          <a
            className={buttonClass({ size: 'lg' })}
            href={answer?.path ?? order.event.path}
            onClick={dropDetails}
          >
            <Trans>Start a new order</Trans>
          </a>
        </div>
      </fetcher.Form>
    </div>
  );
}

function Difference({ order, answer }: { order: BuyerOrder; answer: AgainAnswer['again'] }) {
  const { i18n } = useLingui();
  const { code, short, total } = answer;
  const amount =
    total !== null &&
    formatMoney({ minor: total, currency: order.currency, locale: languageTag(i18n.locale) });
  return (
    <Note tone="attn" announce>
      {short.length > 0 ? (
        <ul>
          {short.map(({ name, wanted, left }) => (
            <li key={name}>
              {left > 0 ? (
                <Trans>
                  {name}: {left} of {wanted} left
                </Trans>
              ) : (
                <Trans>{name}: none left</Trans>
              )}
            </li>
          ))}
        </ul>
      ) : amount ? (
        <Trans>The order costs {amount} now.</Trans>
      ) : (
        errorCodeMessage(i18n, code)
      )}
    </Note>
  );
}
