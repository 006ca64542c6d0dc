import { Trans, useLingui } from '@lingui/react/macro';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { requestContext } from '../../platform/context.ts';
import { PublicPage } from '../parts/public-page.tsx';
import styles from './legal.module.css';

/** The privacy policy. If the installation has its own policy, the reader is sent there. */
export function loader({ context }: LoaderFunctionArgs) {
  const { privacyUrl } = context.get(requestContext);
  if (privacyUrl) throw redirect(privacyUrl);
  return null;
}

export default function PrivacyPage() {
  const { t } = useLingui();
  return (
    <PublicPage>
      <title>{`${t`Privacy`} · Entrada`}</title>
      <article className={styles.text}>
        <h1>
          <Trans>Privacy</Trans>
        </h1>
        <p>
          <Trans>
            What this site knows about you, what it is for and how long it stays. Whoever runs this site may
            publish a policy of its own, which then takes the place of this one.
          </Trans>
        </p>
        <h2>
          <Trans>When you look at events</Trans>
        </h2>
        <p>
          <Trans>
            Pages are served without tracking, advertising or content from third parties. Your address on the
            network is processed for as long as it takes to answer you and to fend off misuse.
          </Trans>
        </p>
        <h2>
          <Trans>When you buy a ticket</Trans>
        </h2>
        <ul>
          <li>
            <Trans>Your name and email address, and those of the people you enter as attendees</Trans>
          </li>
          <li>
            <Trans>What you ordered, what you paid and when, and your language</Trans>
          </li>
          <li>
            <Trans>Whether and when a ticket was shown at the door</Trans>
          </li>
        </ul>
        <p>
          <Trans>
            The organizer of the event receives this to hold the event and is responsible for it. Card numbers
            go straight to the payment provider; this site never sees them and keeps the last four digits at
            most.
          </Trans>
        </p>
        <h2>
          <Trans>When you sign in to sell tickets</Trans>
        </h2>
        <p>
          <Trans>
            For each device on which you are signed in: its kind, its country and city or its time zone, and
            when it was last used, so that you notice a stranger. Your address on the network is not kept with
            it. This ends when you sign out, after 30 days at the latest. From where you signed in is
            remembered for 90 days, the last place for as long as you have the account.
          </Trans>
        </p>
        <h2>
          <Trans>Cookies</Trans>
        </h2>
        <p>
          <Trans>
            Only those that the site needs: one remembers the tickets held for you, one your language, and for
            organizers one keeps them signed in with another that protects forms. None follows you to other
            sites.
          </Trans>
        </p>
        <h2>
          <Trans>How long it stays</Trans>
        </h2>
        <p>
          <Trans>
            Orders stay for as long as tax law demands of the organizer. Orders that were never completed are
            kept without use for a short time and then removed.
          </Trans>
        </p>
        <h2>
          <Trans>Your rights</Trans>
        </h2>
        <p>
          <Trans>
            You may ask what is stored about you, have it corrected or deleted, and receive a copy. Write to
            the organizer of the event, whose address is on the event page and in your emails. You may also
            complain to a data protection authority.
          </Trans>
        </p>
      </article>
    </PublicPage>
  );
}
