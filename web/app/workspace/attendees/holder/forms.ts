import { useState } from 'react';

/** A form that shows instead of the attendee. */
export type HolderForm = {
  attendeeId: number;
  kind: 'edit' | 'pass-on' | 'move';
  /** Whether the form begins at the email address, which takes no mail. */
  startsAtEmail?: boolean;
};

/** The form that was asked for in the menu of a row, or in the drawer. `open` opens the drawer of an attendee. */
export function useHolderForm(open: (attendeeId: number) => void) {
  const [form, setForm] = useState<HolderForm | null>(null);
  const begin = (asked: HolderForm) => {
    setForm(asked);
    open(asked.attendeeId);
  };
  return { form, setForm, begin };
}
