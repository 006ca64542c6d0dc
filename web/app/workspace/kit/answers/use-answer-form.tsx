import type { AnswerValue } from '@entrada/contract/catalog/answers';
import type { HeldAnswers } from '@entrada/contract/sales/order-answers';
import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { fieldErrors } from '../../../platform/api/error-messages.ts';
import { AnswerText } from '../../../ui/answer-groups.tsx';
import { keys } from '../data/keys.ts';
import type { Difference } from '../form/conflict.tsx';
import { useRecordForm } from '../form/use-record-form.tsx';
import { type AnswersBody, type AnswersOf, loadAnswers, saveAnswers } from './api.ts';
import {
  type AnswerValues,
  FIELD,
  fieldErrorsOf,
  fieldOf,
  isEmpty,
  openAnswers,
  readChanges,
  readValues,
} from './values.ts';

type Given = {
  of: AnswersOf;
  held: HeldAnswers;
  onSaved: (saved: HeldAnswers) => void;
  close: () => void;
};

/** The form for the answers of an order or of one attendee. It sends only the answers that changed. */
export function useAnswerForm({ of, held, onSaved, close }: Given) {
  const { t, i18n } = useLingui();
  const sent = useRef<AnswersBody['answers']>([]);
  /** The last known version of each answer. It keeps the name of a question that was deleted meanwhile. */
  const known = useRef(held);
  const differences = (base: AnswerValues, theirs: AnswerValues, yours: AnswerValues): Difference[] =>
    openAnswers(known.current).flatMap((one) => {
      const field = fieldOf(one);
      const say = (value: AnswerValue | undefined) =>
        value === undefined || isEmpty(value) ? '' : <AnswerText type={one.question.type} value={value} />;
      const isGone = theirs[field] === undefined;
      const isSame = (a: AnswerValues, b: AnswerValues) =>
        JSON.stringify(a[field]) === JSON.stringify(b[field]);
      if (isSame(theirs, yours)) return [];
      const said = isGone ? t`No longer asked` : say(theirs[field]);
      return [
        {
          field,
          label: one.question.title,
          theirs: said,
          yours: say(yours[field]),
          isMine: !isSame(base, yours),
        },
      ];
    });
  const changes = (
    now: AnswerValues,
    { current, initial: from }: { current: HeldAnswers | null; initial: AnswerValues },
  ) => readChanges(current ?? held, { initial: from, values: now });
  const record = useRecordForm<HeldAnswers, AnswerValues, AnswersBody>({
    found: held,
    read: readValues,
    judge: (now, from) => {
      const { edits, errors } = changes(now, from);
      return errors.length > 0 ? { body: null, wrong: errors } : { body: { answers: edits }, wrong: [] };
    },
    load: () => loadAnswers(of),
    save: async (body, before) => {
      sent.current = body.answers;
      known.current = before ?? held;
      const saved = await saveAnswers(of, body);
      onSaved(saved);
      return saved;
    },
    invalidates: () => [keys.orders(of.eventId), keys.attendees(of.eventId), keys.questions(of.eventId)],
    success: () => t`The answers are saved.`,
    close,
    differences,
    shows: (path) => path.startsWith(FIELD),
    onError: (error) => {
      const errors = error.code === 'VALIDATION_FAILED' && fieldErrorsOf(sent.current, error.errors);
      if (errors) record.refuse(fieldErrors(i18n, errors));
      return Boolean(errors);
    },
  });
  const { initial, values } = record;
  return {
    ...record,
    isDirty: JSON.stringify(initial) !== JSON.stringify(values),
    submit: () => (changes(values, record).edits.length === 0 ? close() : record.drawer.onSubmit()),
  };
}
