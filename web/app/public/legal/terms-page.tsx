import { Trans, useLingui } from '@lingui/react/macro';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { requestContext } from '../../platform/context.ts';
import { PublicPage } from '../parts/public-page.tsx';
import styles from './legal.module.css';

/** The terms. If the installation has its own terms, the reader is sent there. */
export function loader({ context }: LoaderFunctionArgs) {
  const { termsUrl } = context.get(requestContext);
  if (termsUrl) throw redirect(termsUrl);
  return null;
}

export default function TermsPage() {
  const { t } = useLingui();
  return (
    <PublicPage>
      <title>{`${t`Terms`} · Entrada`}</title>
      <article className={styles.text}>
        <h1>
          <Trans>Terms</Trans>
        </h1>
        <p>
          <Trans>
            These terms apply to buying tickets on this site and to selling them here. Whoever runs this site
            may publish terms of its own, which then take the place of these.
          </Trans>
        </p>
        <h2>
          <Trans>Who sells you a ticket</Trans>
        </h2>
        <p>
          <Trans>
            The organizer named on the event page is the seller. Your contract is with the organizer, who is
            responsible for the event, for its description and for letting you in. This site takes the order,
            delivers the ticket and passes on what the organizer needs to know.
          </Trans>
        </p>
        <h2>
          <Trans>Prices and payment</Trans>
        </h2>
        <p>
          <Trans>
            The total on the event page holds every fee and tax and does not grow before you pay. Tickets are
            held for you while you fill in the order; when that time runs out they go back on sale and nothing
            is charged. An order is complete once it is confirmed on screen and by email.
          </Trans>
        </p>
        <h2>
          <Trans>Your ticket</Trans>
        </h2>
        <p>
          <Trans>
            Each ticket carries a code that opens the door once. Keep it to yourself: the first person to show
            it is let in. The organizer may refuse tickets that were copied or obtained by deception.
          </Trans>
        </p>
        <h2>
          <Trans>Changes, cancellation and refunds</Trans>
        </h2>
        <p>
          <Trans>
            If an event is cancelled or changes in an important way, turn to the organizer, who decides on
            refunds under its own policy and the law that applies to you. Your legal rights as a consumer stay
            untouched. For tickets to leisure events on a fixed date the law of many countries gives no right
            of withdrawal.
          </Trans>
        </p>
        <h2>
          <Trans>For organizers</Trans>
        </h2>
        <p>
          <Trans>
            You may sell tickets only to events that you are entitled to hold, with descriptions and prices
            that are true. You use buyers’ data to hold your event and for nothing else unless they agreed to
            it. You answer to your buyers for refunds.
          </Trans>
        </p>
        <h2>
          <Trans>Availability and liability</Trans>
        </h2>
        <p>
          <Trans>
            The site is offered as it is. Whoever runs it answers without limit for intent and gross
            negligence and for harm to life and health, and otherwise only as far as the law requires.
          </Trans>
        </p>
      </article>
    </PublicPage>
  );
}
