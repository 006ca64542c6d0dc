import { formatMoney } from '@entrada/contract/money';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useActionData, useFetcher } from 'react-router';
import { errorCodeMessage } from '../../platform/api/error-messages.ts';
import { dropDetails } from '../../platform/details-draft.ts';
import { languageTag } from '../../platform/i18n/locales.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { Note } from '../../ui/notices/note.tsx';
import { keepDetails } from '../details/draft.ts';
import { DETAILS_FORM, readDetails, valuesOf } from '../details/form.ts';
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
  const isOffered = !answer || answer.isSome || answer.short.length === 0;
  return (
    <div className={styles.again}>
      {answer && (
        <div className={styles.answer}>
          <Difference order={order} answer={answer} />
        </div>
      )}
      <fetcher.Form
        method="post"
        action={stepPath(order, 'details')}
        onSubmit={keep}
        className={styles.actions}
      >
        {isOffered && (
          <Button
            type="submit"
            name="intent"
            value={answer ? 'again_less' : 'again'}
            variant="primary"
            size="lg"
            loading={fetcher.state !== 'idle'}
          >
            {answer && (answer.short.length > 0 || answer.total !== null) ? (
              <Trans>Hold what is there</Trans>
            ) : (
              <Trans>Hold the same tickets again</Trans>
            )}
          </Button>
        )}
        <a
          className={buttonClass({ size: 'lg' })}
          href={answer?.path ?? order.event.path}
          onClick={dropDetails}
        >
          <Trans>Start a new order</Trans>
        </a>
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
        <Trans>The tickets cost {amount} now.</Trans>
      ) : (
        errorCodeMessage(i18n, code)
      )}
    </Note>
  );
}
