import type { Audience } from '@entrada/contract/outreach/audience';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { data, type Params, useLocation, useNavigate, useParams } from 'react-router';
import { api } from '../../platform/api/client.ts';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { eventPath, useEvent } from '../kit/data/event.ts';
import { useMayEdit } from '../kit/data/use-may-edit.ts';
import { LoadFailed } from '../kit/display/load-failed.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { latePart } from '../kit/late/part.tsx';
import { eventIdOf, onNewPath, type ReadsOf, readInBrowser, readOnServer } from '../kit/reading/reads.ts';
import { messageRead } from './api.ts';
import { nextLook } from './moving.ts';

const Composer = latePart(async () => (await import('./compose/composer.tsx')).Composer, {
  Place: () => <Skeleton height={480} />,
});
const Report = latePart(async () => (await import('./report/report.tsx')).Report, {
  Place: () => <Skeleton height={480} />,
});

const NEW = 'new';

/** The message of an address; null for a new one. A malformed id means an unknown page. */
function messageIdOf({ messageId = '' }: Params): number | null {
  if (messageId === NEW) return null;
  if (!/^[1-9][0-9]{0,14}$/.test(messageId)) throw data({ code: 'NOT_FOUND' }, { status: 404 });
  return Number(messageId);
}

const reads: ReadsOf = (at) => {
  const id = messageIdOf(at.params);
  return id === null ? [] : [messageRead(eventIdOf(at), id)];
};

export const loader = readOnServer(reads);
export const clientLoader = readInBrowser(reads);
export const shouldRevalidate = onNewPath;

export default function MessagePage() {
  const id = messageIdOf(useParams());
  // A new draft gets its number while somebody writes. The form must not begin anew then.
  const [form, setForm] = useState({ id, made: null as number | null, nth: 0 });
  if (id !== form.id) {
    const isSame = id !== null && id === form.made;
    setForm({ id, made: isSame ? form.made : null, nth: isSame ? form.nth : form.nth + 1 });
  }
  return <Message key={form.nth} id={id} onCreated={(made) => setForm((now) => ({ ...now, made }))} />;
}

type MessageProps = { id: number | null; onCreated: (id: number) => void };

/** A draft in its form, or how far a message has come. */
function Message({ id, onCreated }: MessageProps) {
  const event = useEvent();
  const navigate = useNavigate();
  const mayWrite = useMayEdit('messages.write');
  const { state } = useLocation();
  const { queryKey, load } = messageRead(event.id, id ?? 0);
  const {
    data: message,
    isError,
    error,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(api, signal),
    enabled: id !== null,
    refetchInterval: ({ state: { data: known } }) => (known ? nextLook(known, Date.now()) : false),
  });
  if (id === null && !mayWrite) throw data({ code: 'FORBIDDEN' }, { status: 403 });
  if (id !== null && !message) {
    return isError ? <LoadFailed error={error} retry={() => void refetch()} /> : <Skeleton height={480} />;
  }
  if (message && !(message.status === 'draft' && mayWrite)) return <Report message={message} />;
  return (
    <Composer
      found={message ?? null}
      audience={(state as { audience?: Audience } | null)?.audience ?? null}
      onCreated={(made) => {
        onCreated(made);
        void navigate(eventPath(event.id, `messages/${made}`), { replace: true, preventScrollReset: true });
      }}
    />
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
