import { listMailbox } from '@entrada/contract/mailbox';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconMail } from '@tabler/icons-react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { apiContext } from '../platform/context.ts';
import { NothingFound, SearchHead } from '../ui/form/search-head.tsx';
import { EmptyState } from '../ui/notices/empty-state.tsx';
import { Pages } from '../ui/pages.tsx';
import { Space } from '../ui/space.tsx';
import styles from './list-page.module.css';
import { Frame } from './parts/frame.tsx';
import { SentAt } from './parts/sent-at.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const query = (search.get('query') ?? '').replaceAll('\u0000', '').toWellFormed().slice(0, 200).trim();
  const page = /^[1-9]\d{0,5}$/.exec(search.get('page') ?? '')?.[0] ?? '1';
  const { data, meta } = await context.get(apiContext)(listMailbox, {
    query: { page, ...(query && { query }) },
  });
  return { mails: data, meta, query };
}

export default function MailboxPage() {
  const { t } = useLingui();
  const { mails, meta, query } = useLoaderData<typeof loader>();
  const isFiltered = query !== '' || meta.page > 1;
  return (
    <Frame title={t`Mailbox`}>
      <SearchHead
        title={<Trans>Mailbox</Trans>}
        label={meta.total > 0 || isFiltered ? t`Search by recipient or subject` : null}
        query={query}
      />
      {mails.length > 0 && (
        <ul className={styles.mails}>
          {mails.map((mail) => (
            <li key={mail.id}>
              <Link to={`/dev/mailbox/${mail.id}`} className={styles.mail}>
                <span className={styles.subject}>{mail.subject}</span>
                <span className={styles.to}>{mail.to}</span>
                <span className={styles.at}>
                  <SentAt at={mail.sentAt} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {mails.length === 0 &&
        (isFiltered ? (
          <NothingFound>
            <Trans>No mail matches that.</Trans>
            <Space />
            <Link className="link" to="/dev/mailbox">
              <Trans>Show all mail</Trans>
            </Link>
          </NothingFound>
        ) : (
          <EmptyState
            drawing={<IconMail size={56} stroke={1.25} aria-hidden="true" />}
            title={<Trans>No mail yet</Trans>}
          >
            <Trans>Register, buy a ticket or reset a password, and its message arrives here.</Trans>
          </EmptyState>
        ))}
      <Pages page={meta.page} lastPage={meta.lastPage} name="page" />
    </Frame>
  );
}
