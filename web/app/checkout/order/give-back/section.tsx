import type { BuyerPolicy } from '@entrada/contract/catalog/policies/give-back';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import type { SelfService } from '@entrada/contract/sales/self-service/give-back';
import { Trans, useLingui } from '@lingui/react/macro';
import { useActionData } from 'react-router';
import { errorCodeMessage } from '../../../platform/api/error-messages.ts';
import { Money } from '../../../ui/money.tsx';
import { Note } from '../../../ui/notices/note.tsx';
import { PolicyWords, usePolicyDate } from '../../../ui/policy-words.tsx';
import { GiveBackForm } from './form.tsx';
import styles from './give-back.module.css';
import type { GiveBackAnswer } from './send.server.ts';

const NO_POLICY: BuyerPolicy = {
  giveBack: 'none',
  until: null,
  isOver: false,
  unit: 'days',
  percent: 100,
  keepsFees: true,
  names: null,
  passOn: null,
};

type Props = { order: BuyerOrder; service: SelfService; formKey: string };

/** What a buyer can do who cannot come, and why not otherwise. */
export function GiveBackSection(props: Props) {
  const { order, service } = props;
  const { policy, giveBack } = service;
  const hasTickets = order.lines.some(({ admits }) => admits);
  if (!hasTickets || giveBack.obstacle === 'added_by_hand') return null;
  const { timezone } = order.event;
  return (
    <section className={styles.section} aria-labelledby="cannot-come">
      <h2 id="cannot-come">
        <Trans>Cannot come?</Trans>
      </h2>
      {policy && giveBack.obstacle !== 'over' && (
        <p className={styles.policy}>
          <PolicyWords policy={policy} timezone={timezone} />
        </p>
      )}
      <Outcome currency={service.currency} />
      <LastRequest service={service} />
      {giveBack.obstacle ? (
        <Why order={order} service={service} />
      ) : (
        <GiveBackForm key={giveBack.tickets.map(({ shortId }) => shortId).join()} {...props} />
      )}
    </section>
  );
}

/** What became of the form that was just sent. */
function Outcome({ currency }: { currency: string }) {
  const { i18n, t } = useLingui();
  const answer = useActionData<GiveBackAnswer | { gaveBack?: undefined }>();
  if (!answer?.gaveBack) return null;
  if (answer.gaveBack === 'refused') {
    return (
      <Note tone="error" announce>
        {answer.code === 'nothing_chosen'
          ? t`Choose at least one ticket.`
          : errorCodeMessage(i18n, answer.code)}
      </Note>
    );
  }
  const amount = <Money minor={answer.amount} currency={currency} />;
  if (answer.gaveBack === 'asked')
    return (
      <Note tone="ok" announce>
        <Trans>We have asked the organizer. You get an email with the answer.</Trans>
      </Note>
    );
  return (
    <Note tone="ok" announce>
      {answer.amount > 0 ? (
        <Trans>Given back. {amount} is on its way to you; most banks show it within 10 days.</Trans>
      ) : (
        <Trans>Given back. The tickets are no longer valid.</Trans>
      )}
    </Note>
  );
}

/** The request that waits, or the organizer's last answer. */
function LastRequest({ service: { request, currency } }: Pick<Props, 'service'>) {
  if (!request) return null;
  const amount = <Money minor={request.amount} currency={currency} />;
  if (request.status === 'open')
    return (
      <Note tone="info">
        <Trans>You asked for {amount} back. Your tickets stay valid until the organizer answers.</Trans>
      </Note>
    );
  if (request.status === 'settled')
    return (
      <Note tone="info">
        <Trans>The organizer has refunded or cancelled what you asked to give back.</Trans>
      </Note>
    );
  return (
    <Note tone={request.status === 'approved' ? 'ok' : 'attn'}>
      {request.status === 'approved' ? (
        <Trans>The organizer accepted that you give tickets back.</Trans>
      ) : (
        <Trans>The organizer declined that you give tickets back. They stay valid.</Trans>
      )}
      {request.answer && <span className={styles.answer}>{request.answer}</span>}
    </Note>
  );
}

/** Why nothing can be given back now. */
function Why({ order, service }: Pick<Props, 'order' | 'service'>) {
  const { policy, giveBack } = service;
  const when = usePolicyDate({
    policy: policy ?? NO_POLICY,
    timezone: order.event.timezone,
  });
  const { name } = order.event.organizer;
  switch (giveBack.obstacle) {
    case 'not_offered':
      return (
        <p className={styles.policy}>
          <Trans>The tickets of this order can’t be given back here. Write to {name}.</Trans>
        </p>
      );
    case 'over':
      return (
        <p className={styles.policy}>
          <Trans>Tickets could be given back until {when}.</Trans>
        </p>
      );
    case 'refund_pending':
      return (
        <p className={styles.policy}>
          <Trans>A refund is under way. Once it has arrived, you can give more tickets back.</Trans>
        </p>
      );
    default:
      return null;
  }
}
