import { getSubscription, subscribeAgain, unsubscribe } from '@entrada/contract/outreach/unsubscribing';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { errorCodeMessage } from '../../platform/api/error-messages.ts';
import { formText, readForm } from '../../platform/api/form.ts';
import { orUnreachable, refuse } from '../../platform/api/refusal.ts';
import { apiContext } from '../../platform/context.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Note } from '../../ui/notices/note.tsx';
import { PublicPage } from '../parts/public-page.tsx';
import styles from './page.module.css';

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { data } = await context.get(apiContext)(getSubscription, {
    params: { token: params['token'] ?? '' },
  });
  return data;
}

/**
 * The button of the page, and the one POST of a mail program (RFC 8058), which sends `List-Unsubscribe=One-Click` and no
 * intent. A link that is only opened changes nothing.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const wanted = formText(form, 'intent') === 'again' ? subscribeAgain : unsubscribe;
  try {
    await context.get(apiContext)(wanted, { params: { token: params['token'] ?? '' } });
    return { isDone: true as const };
  } catch (error) {
    return refuse(error);
  }
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return orUnreachable(() => serverAction<typeof action>());
}

/** Where a reader ends the news of an organizer, and wants them again. It works without scripts. */
export default function UnsubscribePage() {
  const { i18n, t } = useLingui();
  const { what, organizer, email, isUnsubscribed } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refusal = result && 'refusal' in result ? result.refusal : undefined;
  const isBusy = useNavigation().formMethod === 'POST';
  return (
    <PublicPage>
      <title>{`${t`News by email`} · Entrada`}</title>
      <meta name="robots" content="noindex" />
      <div className={styles.page} aria-live="polite">
        <h1>
          {isUnsubscribed ? (
            <Trans>You are unsubscribed</Trans>
          ) : what === 'news' ? (
            <Trans>Unsubscribe from news?</Trans>
          ) : (
            <Trans>Unsubscribe from this summary?</Trans>
          )}
        </h1>
        <p className={styles.lead}>
          {what === 'daily' && isUnsubscribed && (
            <Trans>
              The daily summary of {organizer} no longer goes to {email}.
            </Trans>
          )}
          {what === 'daily' && !isUnsubscribed && (
            <Trans>
              The daily summary of {organizer} goes to {email}.
            </Trans>
          )}
          {what === 'weekly' && isUnsubscribed && (
            <Trans>
              The weekly summary of {organizer} no longer goes to {email}.
            </Trans>
          )}
          {what === 'weekly' && !isUnsubscribed && (
            <Trans>
              The weekly summary of {organizer} goes to {email}.
            </Trans>
          )}
          {what !== 'news' ? null : isUnsubscribed ? (
            <Trans>
              {organizer} sends no more news to {email}. Emails about your tickets and orders still come.
            </Trans>
          ) : (
            <Trans>
              {organizer} sends news to {email}. Emails about your tickets and orders come in any case.
            </Trans>
          )}
        </p>
        <Form method="post" className={styles.form}>
          {refusal && (
            <Note tone="error" announce>
              {errorCodeMessage(i18n, refusal.code)}
            </Note>
          )}
          <input type="hidden" name="intent" value={isUnsubscribed ? 'again' : 'leave'} />
          <Button
            type="submit"
            variant={isUnsubscribed ? 'default' : 'primary'}
            size="xl"
            block
            loading={isBusy}
          >
            {isUnsubscribed ? <Trans>Subscribe again</Trans> : <Trans>Unsubscribe</Trans>}
          </Button>
        </Form>
      </div>
    </PublicPage>
  );
}
