import type { Note } from '@entrada/contract/sales/notes';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../platform/api/error.ts';
import { formatDayTime } from '../../../platform/i18n/format.ts';
import { Note as Notice } from '../../../ui/notices/note.tsx';
import { Comma } from '../../../ui/space.tsx';
import { keys } from '../data/keys.ts';
import { useChange } from '../data/use-change.ts';
import { useFocusBack } from '../dialogs/use-inline-form.ts';
import { LateMenu } from '../display/late-menu.tsx';
import { notifyUndo } from '../frame/notify.tsx';
import { Menu } from '../menus/menu.tsx';
import { bringBackNote, dropNote, saveNote } from './api.ts';
import { NoteForm } from './form.tsx';
import styles from './notes.module.css';

type NoteItemProps = {
  note: Note;
  eventId: number;
  timezone: string;
  mayEdit: boolean;
  /** Notes of several attendees stand together, so each names its attendee. */
  isOfMany: boolean;
};

/** One note: what it says, who wrote it and when, and what can be done with it. */
export function NoteItem({ note, eventId, timezone, mayEdit, isOfMany }: NoteItemProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  /** The version whose words are edited; null while none are. Another version shows what was saved elsewhere meanwhile. */
  const [editedFrom, setEditedFrom] = useState<number | null>(null);
  const isEdited = editedFrom !== null;
  const item = useFocusBack<HTMLLIElement>(isEdited);
  const isStale = isEdited && editedFrom !== note.version;
  const touched = () => [keys.notes(eventId), keys.timelines(eventId)];
  const restore = useChange({ run: () => bringBackNote(eventId, note.id), invalidates: touched });
  const drop = useChange({
    run: () => dropNote(eventId, note.id),
    invalidates: touched,
    onDone: () =>
      notifyUndo({
        id: `note-${note.id}`,
        message: t`The note is deleted.`,
        undo: () => void restore.start(undefined),
      }),
  });
  const when = formatDayTime(note.at, { locale: i18n.locale, timezone });
  const who = note.by ?? t`Automatic`;
  const mayAct = mayEdit && (note.mayEdit || note.mayDelete) && !isEdited;
  const close = () => setEditedFrom(null);
  return (
    <li ref={item} className={styles.item}>
      {isEdited ? (
        <NoteForm
          eventId={eventId}
          label={t`Note`}
          text={note.text}
          submit={<Trans>Save note</Trans>}
          save={(text) => saveNote(eventId, note, text)}
          onError={(error) => {
            if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') return false;
            void client.invalidateQueries({ queryKey: keys.notes(eventId) });
            return true;
          }}
          above={
            isStale && (
              <Notice tone="attn" announce>
                <Trans>The note was changed elsewhere. Now it says:</Trans>
                <span className={styles.theirs}>{note.text}</span>
                <Trans>Save again to keep your words instead.</Trans>
              </Notice>
            )
          }
          close={close}
        />
      ) : (
        <div className={styles.words}>
          <p className={styles.text}>{note.text}</p>
          <p className={styles.meta}>
            {who} · <span className="num">{when}</span>
            {isOfMany && note.attendee && (
              <>
                {' · '}
                {note.attendee.name}
                {note.attendee.name && <Comma />}
                <span className="reference">{note.attendee.reference}</span>
              </>
            )}
            {note.editedAt && (
              <>
                {' · '}
                <Trans>edited</Trans>
              </>
            )}
          </p>
        </div>
      )}
      {mayAct && (
        <LateMenu label={t`Actions for the note of ${who}, ${when}`} width={200}>
          {note.mayEdit && (
            <Menu.Item
              leftSection={<IconPencil size={18} stroke={1.75} />}
              onClick={() => setEditedFrom(note.version)}
            >
              <Trans>Edit note</Trans>
            </Menu.Item>
          )}
          {note.mayDelete && (
            <Menu.Item
              color="var(--bad-text)"
              leftSection={<IconTrash size={18} stroke={1.75} />}
              onClick={() => void drop.start(undefined)}
            >
              <Trans>Delete note</Trans>
            </Menu.Item>
          )}
        </LateMenu>
      )}
    </li>
  );
}
