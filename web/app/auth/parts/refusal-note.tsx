import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { errorCodeMessage } from '../../platform/api/error-messages.ts';
import type { Refusal } from '../../platform/api/refusal.ts';
import { Note } from '../../ui/notices/note.tsx';

type RefusalNoteProps = {
  refusal: Refusal | undefined;
  /** The fields that show their own errors. */
  fields?: readonly string[];
};

/** The message above a refused form. Hidden if the fields show all errors. */
export function RefusalNote({ refusal, fields = [] }: RefusalNoteProps) {
  const isSaidByFields =
    refusal?.code === 'VALIDATION_FAILED' &&
    refusal.errors.length > 0 &&
    refusal.errors.every(({ path }) => fields.includes(path));
  if (!refusal || isSaidByFields) return null;
  return (
    <Note tone="error" announce>
      <Words refusal={refusal} />
    </Note>
  );
}

function Words({ refusal }: { refusal: Refusal }) {
  const { i18n } = useLingui();
  const { code, retryAfter } = refusal;
  if (code === 'WRONG_CREDENTIALS') {
    return (
      <Trans>
        <b>Wrong email or password.</b> Check both and try again.
      </Trans>
    );
  }
  if (code === 'RATE_LIMITED' && retryAfter !== null) {
    const minutes = Math.ceil(retryAfter / 60);
    return retryAfter <= 90 ? (
      <Plural
        value={retryAfter}
        one="Too many tries in a short time. Try again in # second."
        other="Too many tries in a short time. Try again in # seconds."
      />
    ) : (
      <Plural
        value={minutes}
        one="Too many tries in a short time. Try again in # minute."
        other="Too many tries in a short time. Try again in # minutes."
      />
    );
  }
  return errorCodeMessage(i18n, code);
}
