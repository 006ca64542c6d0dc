import { listMailbox } from '@entrada/contract/mailbox';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconMail, IconSearch } from '@tabler/icons-react';
import {
  Form,
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigation,
  useSearchParams,
} from 'react-router';
import { apiContext } from '../platform/context.ts';
import { Button } from '../ui/buttons/button.tsx';
import { ButtonLink } from '../ui/buttons/link.tsx';
import { TextInput } from '../ui/form/text-input.tsx';
import { EmptyState } from '../ui/notices/empty-state.tsx';
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
  const isSearching = useNavigation().state === 'loading';
  const isFiltered = query !== '' || meta.page > 1;
  return (
    <Frame title={t`Mailbox`}>
      <div className={styles.head}>
        <h1>
          <Trans>Mailbox</Trans>
        </h1>
        {(meta.total > 0 || isFiltered) && (
          <search>
            <Form method="get" className={styles.search} key={query}>
              <TextInput
                label={t`Search by recipient or subject`}
                name="query"
                type="search"
                defaultValue={query}
                maxLength={200}
                enterKeyHint="search"
                before={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
              />
              <Button type="submit" loading={isSearching}>
                <Trans>Search</Trans>
              </Button>
            </Form>
          </search>
        )}
      </div>
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
          <p className={styles.none}>
            <Trans>No mail matches that.</Trans>{' '}
            <Link className="link" to="/dev/mailbox">
              <Trans>Show all mail</Trans>
            </Link>
          </p>
        ) : (
          <EmptyState
            drawing={<IconMail size={56} stroke={1.25} aria-hidden="true" />}
            title={<Trans>No mail yet</Trans>}
          >
            <Trans>Register, buy a ticket or reset a password, and its message arrives here.</Trans>
          </EmptyState>
        ))}
      <Pages page={meta.page} lastPage={meta.lastPage} />
    </Frame>
  );
}

function Pages({ page, lastPage }: { page: number; lastPage: number }) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  if (lastPage <= 1) return null;
  const to = (target: number) => {
    const next = new URLSearchParams(search);
    next.set('page', String(target));
    return `?${next}`;
  };
  return (
    <nav className={styles.pages} aria-label={t`Pages`}>
      {page > 1 && (
        <ButtonLink to={to(page - 1)}>
          <Trans>Previous</Trans>
        </ButtonLink>
      )}
      <span className="num">
        <Trans>
          Page {page} of {lastPage}
        </Trans>
      </span>
      {page < lastPage && (
        <ButtonLink to={to(page + 1)}>
          <Trans>Next</Trans>
        </ButtonLink>
      )}
    </nav>
  );
}
