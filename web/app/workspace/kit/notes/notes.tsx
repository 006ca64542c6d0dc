import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { keys } from '../data/keys.ts';
import { LoadFailed } from '../display/load-failed.tsx';
import { addNote, loadNotes, type NotesOf } from './api.ts';
import { NoteForm } from './form.tsx';
import { NoteItem } from './item.tsx';
import styles from './notes.module.css';

type NotesProps = {
  of: NotesOf;
  /** Of the event. */
  timezone: string;
  mayEdit: boolean;
};

/** The notes of an order or of an attendee, newest first, and the field for another one. */
export function Notes({ of, timezone, mayEdit }: NotesProps) {
  const { t } = useLingui();
  const { data, isError, error, refetch } = useQuery({
    queryKey: keys.notesOf(of),
    queryFn: ({ signal }) => loadNotes(of, signal),
  });
  return (
    <div className={styles.notes}>
      {isError && <LoadFailed error={error} retry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={44} />}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((note) => (
            <NoteItem
              key={note.id}
              note={note}
              eventId={of.eventId}
              timezone={timezone}
              isOfMany={'orderId' in of}
              mayEdit={mayEdit}
            />
          ))}
        </ul>
      )}
      {data?.length === 0 && !mayEdit && (
        <p className={styles.meta}>
          <Trans>No notes yet</Trans>
        </p>
      )}
      {mayEdit && (
        <NoteForm
          eventId={of.eventId}
          label={t`Add a note`}
          placeholder={t`Add a note`}
          text=""
          submit={<Trans>Add note</Trans>}
          save={(text) => addNote(of, text)}
          close={null}
        />
      )}
    </div>
  );
}
