import { LIMITS } from '@entrada/contract/constants';
import type { FieldError } from '@entrada/contract/errors';
import type { Question } from '@entrada/contract/questions';
import { useLingui } from '@lingui/react/macro';
import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { fieldErrorMessage } from '../../platform/error-messages.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { keys } from '../keys.ts';
import { useEvent } from '../shell/event.ts';
import { useTicketNames } from '../shell/ticket-names.ts';
import { useChange } from '../shell/use-change.ts';
import { useLeaveGuard } from '../shell/use-leave-guard.ts';
import { Conflict } from '../ui/conflict.tsx';
import { FormDrawer } from '../ui/form-drawer.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { useFormErrors } from '../ui/use-form-errors.ts';
import { loadQuestion, type QuestionBody, saveQuestion, touchedByQuestions } from './api.ts';
import { useQuestionDifferences } from './question-differences.ts';
import { QuestionFields } from './question-fields.tsx';
import { emptyQuestion, type QuestionValues, questionValues, readQuestion } from './question-values.ts';
import styles from './questions.module.css';

/** A new question, or an existing one as it is now: a copy from the list could be old and lose to a conflict. */
export function QuestionDrawer({ which, close }: { which: string; close: () => void }) {
  const { t } = useLingui();
  const event = useEvent();
  const questionId = /^\d{1,15}$/.test(which) ? Number(which) : null;
  const { data, isError, error, refetch } = useQuery({
    queryKey: keys.question(event.id, questionId ?? 0),
    queryFn: ({ signal }) => loadQuestion(event.id, questionId ?? 0, signal),
    enabled: questionId !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (questionId === null) return <QuestionForm question={null} close={close} />;
  if (data) return <QuestionForm key={data.id} question={data} close={close} />;
  return (
    <Drawer opened onClose={close} title={t`Edit question`} closeButtonProps={{ 'aria-label': t`Close` }}>
      {isError ? (
        <LoadFailed error={error} retry={() => void refetch()} />
      ) : (
        <div className={styles.loading} role="status" aria-label={t`Loading`}>
          {['100%', '100%', '72%', '40%'].map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks that never change
            <Skeleton key={index} width={width} height={36} />
          ))}
        </div>
      )}
    </Drawer>
  );
}

function QuestionForm({ question, close }: { question: Question | null; close: () => void }) {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const form = useFormErrors();
  const differences = useQuestionDifferences(useTicketNames(event.id));
  /** What the form was read from, and which version a save replaces. */
  const [current, setCurrent] = useState(question);
  const [initial, setInitial] = useState(() => (question ? questionValues(question) : emptyQuestion()));
  const [values, setValues] = useState(initial);
  const [theirs, setTheirs] = useState<Question | null>(null);
  const guard = useLeaveGuard(JSON.stringify(values) !== JSON.stringify(initial));
  const set = (change: Partial<QuestionValues>) => {
    setValues((before) => ({ ...before, ...change }));
    for (const path of Object.keys(form.errors)) {
      const [head = ''] = path.split('.');
      if (head in change || (head === 'ticketIds' && 'appliesToAll' in change)) form.forget(path);
    }
  };
  const save = useChange({
    run: (body: QuestionBody) => saveQuestion(event.id, body, current),
    invalidates: () => touchedByQuestions(event.id),
    success: () => t`The question is saved.`,
    onDone: () => {
      guard.release();
      close();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'STALE_VERSION' && current) {
        void loadQuestion(event.id, current.id).then(setTheirs, (again) => form.refuseBy(again, () => false));
        return true;
      }
      form.refuseBy(error, (path) => path in values || /^options\.\d+$/.test(path));
      return true;
    },
  });
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
    form.clear();
    void save.start(body);
  };
  const rebase = (fresh: Question, mine: Partial<QuestionValues>) => {
    const read = questionValues(fresh);
    setCurrent(fresh);
    setInitial(read);
    setValues({ ...read, ...mine });
    setTheirs(null);
    form.clear();
  };
  const mine = () =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([field, value]) => JSON.stringify(value) !== JSON.stringify(initial[field as keyof QuestionValues]),
      ),
    );
  return (
    <FormDrawer
      opened
      title={current ? t`Edit question` : t`New question`}
      submit={t`Save question`}
      isPending={save.isPending}
      onClose={close}
      onSubmit={submit}
      error={form.whole}
      attempts={form.attempts + (theirs ? 1 : 0)}
    >
      {theirs && (
        <Conflict
          differences={differences(initial, questionValues(theirs), values)}
          onTheirs={() => rebase(theirs, {})}
          onYours={() => rebase(theirs, mine())}
        />
      )}
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
