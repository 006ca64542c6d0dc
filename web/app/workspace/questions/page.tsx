import type { Question } from '@entrada/contract/catalog/questions';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { eventPath, useEvent } from '../kit/data/event.ts';
import { useMayEdit } from '../kit/data/use-may-edit.ts';
import { PageError } from '../kit/frame/page-error.tsx';
import { lateDrawer } from '../kit/late/drawer.tsx';
import { ListPage } from '../kit/list/page.tsx';
import { useListPage } from '../kit/list/use-list-page.ts';
import { useDeleteRow } from '../kit/list/use-row-actions.ts';
import { onNewPath, readInBrowser, readOnServer } from '../kit/reading/reads.ts';
import { Group } from '../kit/sortable/group.tsx';
import { removeQuestion, touchedByQuestions } from './api.ts';
import { ChosenQuestions } from './chosen.tsx';
import { inGroups, QuestionGroups } from './groups.tsx';
import styles from './questions.module.css';
import { questionSource, reads } from './reads.ts';
import { DefaultRows } from './rows.tsx';
import { useQuestionChoices } from './use-choices.ts';

export const loader = readOnServer(reads);
export const clientLoader = readInBrowser(reads);
export const shouldRevalidate = onNewPath;

const QuestionDrawer = lateDrawer(async () => (await import('./drawer.tsx')).QuestionDrawer);

export default function QuestionsPage() {
  const { t } = useLingui();
  const event = useEvent();
  const mayWrite = useMayEdit('questions.write');
  const page = useListPage({
    id: 'questions',
    ...questionSource(event.id),
    mayChoose: mayWrite,
    arrange: (rows) => inGroups(rows).flat(),
  });
  const { open } = page.drawer;
  const onEdit = useCallback(({ id }: Question) => open(id), [open]);
  const onDelete = useDeleteRow({
    page,
    run: (question: Question) => removeQuestion(event.id, question.id),
    invalidates: touchedByQuestions(event.id),
    ask: (question) => ({
      title: t`Delete this question?`,
      text: whatDeletingEnds(question),
      keep: t`Keep question`,
      confirm: t`Delete question`,
    }),
    says: () => t`The question is deleted.`,
  });
  const omitted = page.list.result.data?.omitted ?? 0;
  return (
    <ListPage
      page={page}
      title={t`Questions`}
      searchLabel={t`Search questions`}
      {...useQuestionChoices()}
      add={mayWrite && { label: t`New question` }}
      noMatch={<Trans>No questions match.</Trans>}
      empty={{
        above: (
          <Group title={<Trans>Once per order</Trans>}>
            <DefaultRows hasStart={false} hasMenu={mayWrite} />
          </Group>
        ),
        title: <Trans>Ask what you need to know</Trans>,
        text: (
          <Trans>
            Sizes, meals, a company, a date: buyers answer while they check out, once for the order or for
            each attendee.
          </Trans>
        ),
      }}
      columns={[
        { key: 'question', header: <Trans>Question</Trans> },
        { key: 'tickets', header: <Trans>Tickets</Trans> },
        { key: 'status', header: <Trans>Status</Trans> },
      ]}
      rows={(has) => (
        <QuestionGroups
          page={page}
          eventId={event.id}
          has={has}
          onEdit={mayWrite ? onEdit : null}
          onDelete={onDelete}
        />
      )}
      isWhole
      below={
        omitted > 0 && (
          <p className={styles.omitted}>
            <Plural
              value={omitted}
              one="# hidden question is not listed."
              other="# hidden questions are not listed."
            />{' '}
            <Link className="link" to={eventPath(event.id, 'settings/other')}>
              <Trans>Show hidden questions</Trans>
            </Link>
          </p>
        )
      }
      bulk={<ChosenQuestions page={page} />}
      ahead={QuestionDrawer.ahead}
      drawer={mayWrite && ((opened) => <QuestionDrawer {...opened} />)}
    />
  );
}

function whatDeletingEnds({ title, hasAnswers }: Question) {
  if (hasAnswers) {
    return (
      <Trans>Buyers are no longer asked “{title}”. Answers that were given stay with their orders.</Trans>
    );
  }
  return <Trans>Buyers are no longer asked “{title}”. Nobody has answered it yet.</Trans>;
}

export function ErrorBoundary() {
  return <PageError />;
}
