import type { Question } from '@entrada/contract/catalog/questions';
import { LIMITS } from '@entrada/contract/constants';
import type { FieldError } from '@entrada/contract/errors';
import { useLingui } from '@lingui/react/macro';
import { fieldErrorMessage } from '../../platform/api/error-messages.ts';
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

/** A new question, or an existing one as it is now. */
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
  const { t, i18n } = useLingui();
  const event = useEvent();
  const form = useRecordForm({
    found: question,
    read: (found) => (found ? questionValues(found) : emptyQuestion()),
    load: ({ id }) => loadQuestion(event.id, id),
    save: (body: QuestionBody, current) => saveQuestion(event.id, body, current),
    invalidates: () => touchedByQuestions(event.id),
    success: () => t`The question is saved.`,
    close,
    differences: useQuestionDifferences(useTicketNames(event.id)),
    shows: (path) => /^options\.\d+$/.test(path),
  });
  const { current, values } = form;
  const set = (change: Partial<QuestionValues>) => {
    form.set(change);
    if ('appliesToAll' in change) form.forget('ticketIds');
  };
  const say = (error: FieldError): string => {
    if (error.path === 'ticketIds') return t`Choose at least one ticket.`;
    if (error.path === 'options.0' && error.code === 'required') return t`Enter at least one option.`;
    if (error.code === 'duplicate') return t`This option is there already.`;
    const max = LIMITS.questionOptions;
    if (error.path === 'options') return t`A question has at most ${max} options.`;
    return fieldErrorMessage(i18n, error);
  };
  const submit = () => {
    const { body, wrong } = readQuestion(values);
    if (!body) return form.refuse(Object.fromEntries(wrong.map((one) => [one.path, say(one)])));
    form.start(body);
  };
  return (
    <FormDrawer
      {...form.drawer}
      title={current ? t`Edit question` : t`New question`}
      submit={t`Save question`}
      onSubmit={submit}
    >
      {form.conflict}
      <QuestionFields
        eventId={event.id}
        values={values}
        errors={form.errors}
        hasAnswers={current?.hasAnswers ?? false}
        set={set}
      />
    </FormDrawer>
  );
}
