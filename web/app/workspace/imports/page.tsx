import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { eventPath, useEvent } from '../kit/data/event.ts';
import { useMayEdit } from '../kit/data/use-may-edit.ts';
import { LoadFailed } from '../kit/display/load-failed.tsx';
import { TicketFirst } from '../kit/event-actions/share.tsx';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { guestPricesRead, useGuestPrices } from '../kit/guests/prices.ts';
import { latePart } from '../kit/late/part.tsx';
import { useAhead } from '../kit/late/use-ahead.ts';
import { readPermittedInBrowser, readPermittedOnServer } from '../kit/reading/permitted.ts';
import { eventIdOf, onNewPath, type ReadsOf, useRead } from '../kit/reading/reads.ts';
import { importsRead, type Loaded } from './api.ts';
import { ChooseFile } from './choose-file.tsx';
import { Earlier } from './earlier.tsx';
import styles from './imports.module.css';
import { Sending } from './sending.tsx';
import { type Step, Steps } from './steps.tsx';

/** Loads when a hand comes near where a file is chosen. */
const Preview = latePart(async () => (await import('./preview/columns-and-rows.tsx')).Preview, {
  Place: Loading,
});

const reads: ReadsOf = (at) => [importsRead(eventIdOf(at)), guestPricesRead(eventIdOf(at))];

export const loader = readPermittedOnServer('orders.write', reads);
export const clientLoader = readPermittedInBrowser('orders.write', reads);
export const shouldRevalidate = onNewPath;

/** Adds the guests of a file: choose it, match its columns and look at its rows, send. */
export default function ImportPage() {
  const { t } = useLingui();
  const event = useEvent();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [importId, setImportId] = useState<number | null>(null);
  const running = useRead(importsRead(event.id)).data?.find(({ state }) => state === 'running')?.id;
  // Whoever comes back while an import runs sees how far it is.
  useEffect(() => {
    if (running !== undefined && !loaded) setImportId((shown) => shown ?? running);
  }, [running, loaded]);
  const step: Step = importId !== null ? 'send' : loaded ? 'preview' : 'file';
  const content = useFocusOn(step);
  const title = t`Import guests`;
  return (
    <>
      <PageHeader
        title={
          <span className={styles.title}>
            <ActionIcon
              component={Link}
              to={eventPath(event.id, 'guests')}
              aria-label={t`Back to the guest list`}
            >
              <IconArrowLeft size={20} stroke={1.75} />
            </ActionIcon>
            {title}
          </span>
        }
        tab={[title, event.title]}
      />
      <Steps current={step} />
      <section ref={content} tabIndex={-1} className={styles.content} aria-label={title}>
        {step === 'send' && importId !== null ? (
          <Sending
            importId={importId}
            back={loaded && (() => setImportId(null))}
            again={() => {
              setLoaded(null);
              setImportId(null);
            }}
          />
        ) : (
          <Before loaded={loaded} setLoaded={setLoaded} onSent={setImportId} />
        )}
      </section>
    </>
  );
}

type BeforeProps = {
  loaded: Loaded | null;
  setLoaded: (loaded: Loaded | null) => void;
  onSent: (importId: number) => void;
};

/** What comes before the import itself, if there is a ticket to give. */
function Before({ loaded, setLoaded, onSent }: BeforeProps) {
  const { id, status } = useEvent();
  const mayAdd = useMayEdit('orders.write');
  const prices = useGuestPrices(id);
  useAhead(Preview.ahead);
  // What was corrected stays if the tickets cannot be read again.
  if (!prices.data && prices.isError)
    return <LoadFailed error={prices.error} retry={() => void prices.refetch()} />;
  if (!prices.data) return <Loading />;
  if (prices.data.length === 0)
    return (
      <EmptyState title={<Trans>Add a ticket first</Trans>} action={<TicketFirst />}>
        <Trans>Whoever is added gets a ticket, so the event needs one that lets people in.</Trans>
      </EmptyState>
    );
  if (!mayAdd)
    return (
      <EmptyState title={<Trans>Nobody can be added now</Trans>}>
        {status === 'archived' && <Trans>The event is archived.</Trans>}
      </EmptyState>
    );
  return loaded ? (
    // Another reading of the file begins from its own columns.
    <Preview
      key={`${loaded.source.name} ${loaded.file.encoding} ${loaded.file.separator}`}
      loaded={loaded}
      prices={prices.data}
      setLoaded={setLoaded}
      onSent={onSent}
    />
  ) : (
    <>
      <ChooseFile onRead={setLoaded} />
      <Earlier />
    </>
  );
}

function Loading() {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`}>
      <Skeleton height={220} />
    </div>
  );
}

/** Moves the focus to the content when a new step shows. */
function useFocusOn(step: Step) {
  const content = useRef<HTMLElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step) {
      content.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    before.current = step;
  }, [step]);
  return content;
}

export function ErrorBoundary() {
  return <PageError />;
}
