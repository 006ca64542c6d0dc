import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { Note, type NoteProps } from './note.tsx';

type OutcomeNoteProps = Omit<NoteProps, 'announce' | 'ref'> & {
  /** What was done: the note takes the focus once for each. */
  of: unknown;
};

/**
 * A note that says what became of a form. It takes the focus once the page shows the result, so that it is in view and
 * read out: the form that was sent may stand far below, and is often gone.
 */
export function OutcomeNote({ of, ...note }: OutcomeNoteProps) {
  const box = useRef<HTMLDivElement>(null);
  const last = useRef<unknown>(null);
  // Until then a dialog may still close, which gives the focus back to its button.
  const isIdle = useNavigation().state === 'idle';
  useEffect(() => {
    if (!isIdle || last.current === of) return;
    last.current = of;
    box.current?.focus();
  }, [of, isIdle]);
  return <Note {...note} ref={box} announce />;
}
