import type { Question } from '@entrada/contract/catalog/questions';
import { LIMITS } from '@entrada/contract/constants';
import { useLingui } from '@lingui/react/macro';
import { HistorySection } from '../kit/audit/section.tsx';
import { useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { useTicketNames } from '../kit/data/ticket-names.ts';
import { FormDrawer } from '../kit/form/drawer-frame.tsx';
import { RecordDrawer } from '../kit/form/record-drawer.tsx';
import { useRecordForm } from '../kit/form/use-record-form.tsx';
import { loadQuestion, type QuestionBody, saveQuestion, touchedByQuestions } from './api.ts';
import { useQuestionDifferences } from './differences.ts';
import { QuestionFields } from './fields.tsx';
import { emptyQuestion, type QuestionValues, questionValues, readQuestion } from './values.ts';

/** The drawer of a new or an existing question. */
export function QuestionDrawer({ which, close }: { which: string; close: () => void }) {
  const { t } = useLingui();
  const event = useEvent();
  return (
    <RecordDrawer
      which={which}
      title={t`Edit question`}
      close={close}
      queryKey={(id) => keys.question(event.id, id)}
      load={(id, signal) => loadQuestion(event.id, id, signal)}
    >
      {(question) => <QuestionForm question={question} close={close} />}
    </RecordDrawer>
  );
}

function QuestionForm({ question, close }: { question: Question | null; close: () => void }) {
  const { t } = useLingui();
  const event = useEvent();
  const max = LIMITS.questionOptions;
  const form = useRecordForm({
    found: question,
    read: (found) => (found ? questionValues(found) : emptyQuestion()),
    judge: readQuestion,
    load: ({ id }) => loadQuestion(event.id, id),
    save: (body: QuestionBody, current) => saveQuestion(event.id, body, current),
    invalidates: () => touchedByQuestions(event.id),
    success: () => t`The question is saved.`,
    close,
    differences: useQuestionDifferences(useTicketNames(event.id)),
    shows: (path) => /^options\.\d+$/.test(path),
    own: {
      'options.0 required': t`Enter at least one option.`,
      'options too_long': t`A question has at most ${max} options.`,
      duplicate: t`This option is there already.`,
    },
  });
  const { current, values } = form;
  const set = (change: Partial<QuestionValues>) => {
    form.set(change);
    if ('appliesToAll' in change) form.forget('ticketIds');
  };
  return (
    <FormDrawer
      {...form.drawer}
      title={current ? t`Edit question` : t`New question`}
      submit={t`Save question`}
    >
      {form.conflict}
      <QuestionFields
        eventId={event.id}
        values={values}
        errors={form.errors}
        hasAnswers={current?.hasAnswers ?? false}
        set={set}
      />
      {current && <HistorySection kind="question" id={current.id} />}
    </FormDrawer>
  );
}
