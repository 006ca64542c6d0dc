import { findTickets } from '@entrada/contract/sales/lost-tickets/find';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router';
import { formText, readForm } from '../../platform/api/form.ts';
import { hasMailbox } from '../../platform/api/mailbox.ts';
import { orUnreachable, refuse, typedFields } from '../../platform/api/refusal.ts';
import { apiContext, requestContext } from '../../platform/context.ts';
import { proofHeader } from '../../platform/proof/header.ts';
import { PublicPage } from '../parts/public-page.tsx';
import { Asked } from './asked.tsx';
import { FindForm, PROOF_FIELD } from './form.tsx';
import styles from './page.module.css';

export async function loader({ context }: LoaderFunctionArgs) {
  return {
    hasMailbox: await hasMailbox(context.get(apiContext)),
    canonical: new URL('/tickets/find', context.get(requestContext).baseUrl).href,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const email = formText(form, 'email').trim();
  try {
    const headers = proofHeader(form, PROOF_FIELD);
    await context.get(apiContext)(findTickets, { body: { email } }, { headers });
    return { askedFor: email };
  } catch (error) {
    return refuse(error, typedFields(form, ['email']));
  }
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return orUnreachable(() => serverAction<typeof action>());
}

/** Where people ask for the links of their tickets once more. It works without scripts. */
export default function FindTicketsPage() {
  const { t } = useLingui();
  const { hasMailbox, canonical } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <PublicPage>
      <title>{`${t`Find your tickets`} · Entrada`}</title>
      <meta
        name="description"
        content={t`Enter your email address, and we send you the links of your tickets.`}
      />
      <link rel="canonical" href={canonical} />
      <div className={styles.page}>
        {result && 'askedFor' in result ? (
          <Asked email={result.askedFor} hasMailbox={hasMailbox} />
        ) : (
          <>
            <h1>
              <Trans>Find your tickets</Trans>
            </h1>
            <p className={styles.lead}>
              <Trans>
                Enter the email address that you bought with, or that your ticket was sent to. We send you the
                links of everything that is ahead, and of the last 30 days.
              </Trans>
            </p>
            <FindForm refused={result} />
          </>
        )}
      </div>
    </PublicPage>
  );
}
