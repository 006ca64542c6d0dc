import { useLingui } from '@lingui/react/macro';
import { useActionData } from 'react-router';
import { errorCodeMessage, fieldErrors } from '../../../platform/api/error-messages.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { OutcomeNote } from '../../../ui/notices/outcome-note.tsx';
import type { Intent } from './address.ts';
import type { OwnRefusal } from './send.server.ts';
import { obstacleWords } from './words.ts';

/** Why the form of a ticket was just refused, and the messages of its fields. */
export function useRefusal(intent: Intent, reference: string) {
  const { i18n } = useLingui();
  const answer = useActionData<OwnRefusal | { refused?: undefined }>();
  const refusal = answer?.refused === intent && answer.reference === reference ? answer : null;
  return { refusal, errors: refusal ? fieldErrors(i18n, refusal.errors) : {} };
}

/** Says why a form was refused, if no field says it. */
export function Refused({
  refusal,
  organizer,
  takesFocus = false,
}: {
  refusal: Pick<OwnRefusal, 'refused' | 'code' | 'errors'> | null;
  organizer: string;
  /** Where the form that was sent stands elsewhere on the page. */
  takesFocus?: boolean;
}) {
  const { i18n } = useLingui();
  if (!refusal || refusal.errors.length > 0) return null;
  const words = obstacleWords(refusal.code, refusal.refused);
  const text = words ? i18n._({ ...words, values: { organizer } }) : errorCodeMessage(i18n, refusal.code);
  if (takesFocus)
    return (
      <OutcomeNote tone="error" of={refusal}>
        {text}
      </OutcomeNote>
    );
  return (
    <Note tone="error" announce>
      {text}
    </Note>
  );
}
