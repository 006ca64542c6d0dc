import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { eventPath, useEvent } from '../kit/data/event.ts';
import { useMayEdit } from '../kit/data/use-may-edit.ts';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { ListFrame } from '../kit/list/page.tsx';
import { SearchBox } from '../kit/list/search-box.tsx';
import { ListTable } from '../kit/list/table.tsx';
import { useListPage } from '../kit/list/use-list-page.ts';
import { onNewPath, readInBrowser, readOnServer } from '../kit/reading/reads.ts';
import styles from './messages.module.css';
import { isMoving, LOOK_MS } from './moving.ts';
import { messageSource, reads } from './reads.ts';
import { useMessageTable } from './table.tsx';
import { MessageTabs, tabOf } from './tabs.tsx';
import { useMessageActs } from './use-acts.tsx';
import { isSendingSoon } from './words.ts';

export const loader = readOnServer(reads);
export const clientLoader = readInBrowser(reads);
export const shouldRevalidate = onNewPath;

export default function MessagesPage() {
  const { t } = useLingui();
  const event = useEvent();
  const mayWrite = useMayEdit('messages.write');
  const source = messageSource(event.id);
  const page = useListPage({ id: 'messages', ...source, mayChoose: false });
  const { list } = page;
  const { rows, meta, view, isEmpty, result } = list;
  const acts = useMessageActs();
  const isAnyMoving = rows.some(isMoving);
  const { refetch } = result;
  useEffect(() => {
    if (!isAnyMoving) return;
    const timer = setInterval(() => void refetch(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isAnyMoving, refetch]);
  const soon = rows
    .filter(isSendingSoon)
    .map(({ id }) => id)
    .join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message that can be taken back
  useEffect(() => {
    if (mayWrite) for (const one of rows.filter(isSendingSoon)) acts.showSending(one, false);
  }, [soon, mayWrite]);
  const write = mayWrite && (
    <Button
      component={Link}
      to={eventPath(event.id, 'messages/new')}
      variant="primary"
      leftSection={<IconPencil size={18} stroke={1.75} />}
    >
      <Trans>Write a message</Trans>
    </Button>
  );
  const isLong = (meta?.total ?? 0) > view.perPage || view.query !== '';
  return (
    <>
      <PageHeader
        title={<Trans>Messages</Trans>}
        tab={[t`Messages`, event.title]}
        actions={!result.isPending && !isEmpty && write}
      />
      {!isEmpty && (
        <MessageTabs
          eventId={event.id}
          current={tabOf(view.filters[0]?.value)}
          counts={result.data?.counts}
        />
      )}
      {isLong && (
        <div className={styles.search}>
          <SearchBox list={list} label={t`Words of the subject`} />
        </div>
      )}
      <ListFrame
        page={page}
        noMatch={<Trans>No messages match.</Trans>}
        below={
          rows.length > 0 && (
            <p className={styles.meaning}>
              <Trans>
                Delivered means that the receiving server took the email. Entrada does not track who opens it.
                People who unsubscribed from news still get messages about tickets they hold.
              </Trans>
            </p>
          )
        }
        empty={
          <EmptyState title={<Trans>Tell people what they need to know</Trans>} action={write}>
            <Trans>
              Doors open later, a new meeting point, thanks afterwards: write once to everyone who holds a
              ticket, or to some of them.
            </Trans>
          </EmptyState>
        }
      >
        <ListTable page={page} label={t`Messages`} {...useMessageTable(acts, mayWrite)} />
      </ListFrame>
    </>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
