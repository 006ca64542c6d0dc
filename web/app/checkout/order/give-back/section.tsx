import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import type { OwnTickets } from '@entrada/contract/sales/own-tickets/changes';
import type { SelfService } from '@entrada/contract/sales/self-service/give-back';
import { Trans, useLingui } from '@lingui/react/macro';
import { useActionData } from 'react-router';
import { formatDayTime } from '../../../platform/i18n/format.ts';
import { Money } from '../../../ui/money.tsx';
import { Note } from '../../../ui/notices/note.tsx';
import { untilInSentence } from '../../../ui/policy/dates.ts';
import { PolicySteps } from '../../../ui/policy/steps.tsx';
import { Space } from '../../../ui/space.tsx';
import { WriteTo } from '../../../ui/write-to.tsx';
import { GiveBackForm } from './form.tsx';
import styles from './give-back.module.css';
import { Outcome, Refused } from './outcome.tsx';
import type { GiveBackAnswer } from './send.server.ts';

type Props = {
  order: BuyerOrder;
  service: SelfService;
  own: OwnTickets | null;
  formKey: string;
  /** The page of the tickets. */
  page: string | null;
};

/** What a buyer can do who cannot come, and why not otherwise. */
export function GiveBackSection(props: Props) {
  const { order, service } = props;
  const answer = useActionData<GiveBackAnswer | { gaveBack?: undefined }>();
  const { policy, giveBack } = service;
  const hasTickets = order.lines.some(({ admits }) => admits);
  if (!hasTickets || giveBack.obstacle === 'added_by_hand') return null;
  if (order.event.isCalledOff) return <CalledOff {...props} isAnswered={answer?.gaveBack !== undefined} />;
  const { returnsUntil } = giveBack;
  const isOffered =
    returnsUntil === null && policy !== null && policy.steps.length > 0 && giveBack.obstacle !== 'over';
  return (
    <section className={styles.section} aria-labelledby="cannot-come">
      <h2 id="cannot-come">
        <Trans>Cannot come?</Trans>
      </h2>
      {returnsUntil !== null && !giveBack.obstacle && <Returns order={order} until={returnsUntil} />}
      {isOffered && (
        <>
          <Fees service={service} />
          <PolicySteps policy={policy} timezone={order.event.timezone} />
        </>
      )}
      <Outcome currency={service.currency} />
      <LastRequest service={service} />
      {giveBack.obstacle ? (
        <Why order={order} service={service} />
      ) : (
        <GiveBackForm key={keyOf(service)} {...props} />
      )}
    </section>
  );
}

const keyOf = ({ giveBack }: SelfService) => giveBack.tickets.map(({ reference }) => reference).join();

/**
 * After the event was called off the policy no longer counts: either everybody can ask for all of it, or the organizer
 * decides, as the note above the order says. Nothing if there is nothing to ask and nothing was asked.
 */
function CalledOff({ isAnswered, ...props }: Props & { isAnswered: boolean }) {
  const { order, service } = props;
  const { returnsUntil, obstacle } = service.giveBack;
  const until = obstacle === null ? returnsUntil : null;
  // One that was declined before is open again.
  const isAsked = service.request !== null && service.request.status !== 'declined';
  if (until === null && !isAsked && !isAnswered) return null;
  return (
    <section className={styles.section} aria-labelledby="cannot-come">
      <h2 id="cannot-come">
        <Trans>Your money</Trans>
      </h2>
      {until !== null && <Returns order={order} until={until} />}
      <Outcome currency={service.currency} />
      {isAsked && <LastRequest service={service} isCalledOff />}
      {until === null ? <Refused /> : <GiveBackForm key={keyOf(service)} {...props} />}
    </section>
  );
}

/** That everything goes back because the event changed, and until when. */
function Returns({ order, until }: { order: BuyerOrder; until: string }) {
  const { i18n } = useLingui();
  const when = formatDayTime(until, { locale: i18n.locale, timezone: order.event.timezone });
  return (
    <p className={styles.policy}>
      {order.event.isCalledOff ? (
        <Trans>
          The event was called off. Until {when} you can ask for all of your money, fees included.
        </Trans>
      ) : (
        <Trans>
          The event has changed. Until {when} you can give tickets back for all that you paid, fees included.
        </Trans>
      )}
    </p>
  );
}

/** What the table leaves out: passing on, and the fees of the tickets that are valid. */
function Fees({ service: { policy, giveBack, currency } }: Pick<Props, 'service'>) {
  const fees = giveBack.tickets.reduce((sum, ticket) => sum + ticket.fees, 0);
  const amount = <Money minor={fees} currency={currency} />;
  const canPassOn = policy?.passOn && !policy.passOn.isOver;
  if (!canPassOn && fees === 0) return null;
  return (
    <p className={styles.policy}>
      {canPassOn && <Trans>Pass a ticket on to someone else, or give it back.</Trans>}
      <Space />
      {fees > 0 && <Trans>Fees ({amount}) are not returned.</Trans>}
    </p>
  );
}

/** The request that waits, or what became of the last one. */
function LastRequest(props: Pick<Props, 'service'> & { isCalledOff?: boolean }) {
  const { request, currency } = props.service;
  if (!request) return null;
  const amount = <Money minor={request.amount} currency={currency} />;
  if (request.status === 'open')
    return (
      <Note tone="info">
        {props.isCalledOff ? (
          <Trans>You asked for {amount} back. You get an email with the organizer’s answer.</Trans>
        ) : (
          <Trans>You asked for {amount} back. Your tickets stay valid until the organizer answers.</Trans>
        )}
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
  const { i18n } = useLingui();
  const { policy, giveBack } = service;
  const { name } = order.event.organizer;
  const last = policy?.steps.at(-1);
  switch (giveBack.obstacle) {
    case 'not_offered':
      return (
        <p className={styles.policy}>
          <Trans>
            The tickets of this order can’t be given back here.{' '}
            <WriteTo event={order.event}>Write to {name}</WriteTo>.
          </Trans>
        </p>
      );
    case 'over': {
      const when = last ? untilInSentence(last, { locale: i18n.locale, timezone: order.event.timezone }) : '';
      return (
        <p className={styles.policy}>
          <Trans>Tickets could be given back until {when}.</Trans>
        </p>
      );
    }
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
