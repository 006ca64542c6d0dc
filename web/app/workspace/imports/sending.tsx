import type { GuestImport } from '@entrada/contract/sales/imports/endpoints';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { errorCodeMessage } from '../../platform/api/error-messages.ts';
import { formatCount } from '../../platform/i18n/format.ts';
import { Note } from '../../ui/notices/note.tsx';
import { Progress } from '../../ui/notices/progress.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { eventPath, useEvent } from '../kit/data/event.ts';
import { keys, touchedByOrders } from '../kit/data/keys.ts';
import { LoadFailed } from '../kit/display/load-failed.tsx';
import { loadImport } from './api.ts';
import styles from './imports.module.css';
import { useUndo } from './use-undo.tsx';

const LOOK_MS = 1_000;

type SendingProps = {
  importId: number;
  /** Back to the preview of the same file; null if it is not known here. */
  back: (() => void) | null;
  again: () => void;
};

/** How far an import is, and how it ended. */
export function Sending({ importId, back, again }: SendingProps) {
  const { t } = useLingui();
  const { id: eventId } = useEvent();
  const client = useQueryClient();
  const { data, isError, error, refetch } = useQuery({
    queryKey: [...keys.guestImports(eventId), importId],
    queryFn: ({ signal }) => loadImport(eventId, importId, signal),
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'running' ? false : LOOK_MS),
  });
  const isOver = data !== undefined && data.state !== 'running';
  useEffect(() => {
    if (!isOver) return;
    for (const queryKey of touchedByOrders(eventId)) void client.invalidateQueries({ queryKey });
  }, [isOver, eventId, client]);
  if (isError && !data) return <LoadFailed error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={96} />;
  return (
    <div className={styles.sending} role="status" aria-label={t`Progress of the import`}>
      {data.state === 'running' && <Running one={data} />}
      {data.state === 'done' && <Done one={data} again={again} />}
      {data.state === 'failed' && <Failed one={data} back={back ?? again} />}
    </div>
  );
}

function Running({ one }: { one: GuestImport }) {
  const { t, i18n } = useLingui();
  const written = formatCount(one.written, i18n.locale);
  const guests = formatCount(one.guests, i18n.locale);
  return (
    <>
      <h2>
        <Trans>The guests are added</Trans>
      </h2>
      <Progress label={t`${written} of ${guests}`} value={one.written} max={one.guests} isKey />
      <p className="num">
        <Trans>
          {written} of {guests}
        </Trans>
      </p>
      <p className={styles.quiet}>
        <Trans>
          You can leave this page. All of them show on the guest list together, once the last one is added.
        </Trans>
      </p>
    </>
  );
}

function Done({ one, again }: { one: GuestImport; again: () => void }) {
  const { id } = useEvent();
  const undo = useUndo();
  const companions = one.places - one.guests;
  return (
    <>
      <h2>
        <Plural value={one.guests} one="# guest is on the list" other="# guests are on the list" />
      </h2>
      {companions > 0 && (
        <p>
          <Plural
            value={companions}
            one="With # companion, who comes in with the guest’s name."
            other="With # companions, who come in with the guests’ names."
          />
        </p>
      )}
      {one.exceedsCapacity && (
        <p>
          <Trans>They go beyond the capacity, as you chose. Nothing more is sold meanwhile.</Trans>
        </p>
      )}
      <Group gap="xs" mt="md">
        <Button variant="primary" component={Link} to={eventPath(id, 'guests')}>
          <Trans>Open the guest list</Trans>
        </Button>
        <Button onClick={again}>
          <Trans>Import another file</Trans>
        </Button>
        {one.canUndo && (
          <Button loading={undo.isPending} onClick={() => undo.ask(one)}>
            <Trans>Undo this import</Trans>
          </Button>
        )}
      </Group>
    </>
  );
}

function Failed({ one, back }: { one: GuestImport; back: () => void }) {
  const { i18n } = useLingui();
  return (
    <>
      <h2>
        <Trans>Nobody was added</Trans>
      </h2>
      <Note tone="error" announce>
        {errorCodeMessage(i18n, one.failure ?? 'IMPORT_INTERRUPTED')}
      </Note>
      <Group gap="xs" mt="md">
        <Button variant="primary" onClick={back}>
          <Trans>Go back</Trans>
        </Button>
      </Group>
    </>
  );
}
