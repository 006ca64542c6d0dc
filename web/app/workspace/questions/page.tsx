import { QUESTION_TYPES, type QuestionScope } from '@entrada/contract/catalog/answers';
import { type Question, questionListRules } from '@entrada/contract/catalog/questions';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { Link } from 'react-router';
import { GhostStub } from '../../ui/brand/ghost-stub.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { eventPath, useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
import { useChange } from '../kit/data/use-change.ts';
import { askFirst } from '../kit/frame/confirm.tsx';
import { useDrawerParam } from '../kit/frame/drawer-param.ts';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { ListBody } from '../kit/list/body.tsx';
import { useReturnToRow } from '../kit/list/row-link.tsx';
import { RowTools } from '../kit/list/row-tools.tsx';
import { type FilterField, type SortOption, Toolbar } from '../kit/list/toolbar.tsx';
import { type ColumnChoice, useColumns } from '../kit/list/use-columns.ts';
import { useList } from '../kit/list/use-list.ts';
import { useSelection } from '../kit/selection/use-selection.ts';
import { loadQuestions, removeQuestion, touchedByQuestions } from './api.ts';
import { ChosenQuestions } from './chosen.tsx';
import { QuestionDrawer } from './drawer.tsx';
import styles from './questions.module.css';
import { DefaultRows, PlainRows, SortedRows } from './rows.tsx';
import { questionTypes } from './words.ts';

export default function QuestionsPage() {
  const { t } = useLingui();
  const event = useEvent();
  const mayWrite = useSession().may('questions.write') && event.status !== 'archived';
  const drawer = useDrawerParam();
  useReturnToRow(drawer.opened);
  const choices = useQuestionChoices();
  const columns = useColumns('questions', useQuestionColumns());
  const list = useList({
    rules: questionListRules,
    queryKey: (params) => keys.questionList(event.id, params),
    load: (params, signal) => loadQuestions(event.id, params, signal),
  });
  const { rows } = list;
  const [orderRows, attendeeRows] = useMemo(
    () => [rows.filter(isOfOrder), rows.filter((question) => !isOfOrder(question))],
    [rows],
  );
  // A range is chosen as the rows stand there: over both groups.
  const selection = useSelection({ ...list, rows: [...orderRows, ...attendeeRows] }, idOf);
  const isSelecting = mayWrite && selection.isSelecting;
  const remove = useChange({
    run: (question: Question) => removeQuestion(event.id, question.id),
    invalidates: () => touchedByQuestions(event.id),
    success: () => t`The question is deleted.`,
    onDone: (_, question) => selection.rows.kind === 'some' && selection.set(question.id, false, false),
  });
  const { start } = remove;
  const { open } = drawer;
  const onDelete = useCallback(
    (question: Question) =>
      askFirst({
        title: t`Delete this question?`,
        text: whatDeletingEnds(question),
        keep: t`Keep question`,
        confirm: t`Delete question`,
        run: () => start(question),
      }),
    [t, start],
  );
  const onEdit = useCallback((question: Question) => open(question.id), [open]);
  const actions = { onEdit: mayWrite ? onEdit : null, onDelete };
  const newQuestion = mayWrite && (
    <Button variant="primary" leftSection={<IconPlus size={18} stroke={2} />} onClick={() => open('new')}>
      <Trans>New question</Trans>
    </Button>
  );
  const hasNone = list.result.isSuccess && list.rows.length === 0 && !list.isFiltered;
  const isAsAsked = !list.isFiltered && list.view.sortBy === 'position' && list.view.sortDirection === 'asc';
  const isSorted = isAsAsked && mayWrite;
  const omitted = list.result.data?.omitted ?? 0;
  const rowsOf = (scope: QuestionScope, questions: Question[]) => {
    if (questions.length === 0) return null;
    const row = { questions, selection, ...actions };
    if (!isSorted) return <PlainRows {...row} />;
    return <SortedRows eventId={event.id} scope={scope} {...row} />;
  };
  const ofOrder = rowsOf('order', orderRows);
  const ofAttendee = rowsOf('attendee', attendeeRows);
  const hint = mayWrite && <OrderHint isSorted={isSorted} isSelecting={isSelecting} />;
  return (
    <>
      <PageHeader
        title={<Trans>Questions</Trans>}
        tab={[t`Questions`, event.title]}
        count={hasNone ? undefined : list.meta?.total}
        actions={!list.result.isPending && !hasNone && newQuestion}
      />
      {!hasNone && (
        <Toolbar
          list={list}
          searchLabel={t`Search questions`}
          tools={<RowTools columns={columns} selection={mayWrite && list.rows.length > 0 && selection} />}
          {...choices}
        />
      )}
      <ListBody
        list={list}
        noMatch={<Trans>No questions match.</Trans>}
        empty={
          <>
            <Group title={<Trans>Once per order</Trans>}>
              <DefaultRows hasStart={false} hasMenu={mayWrite} />
            </Group>
            <EmptyState
              drawing={<GhostStub />}
              title={<Trans>Ask what you need to know</Trans>}
              action={newQuestion}
            >
              <Trans>
                Sizes, meals, a company, a date: buyers answer while they check out, once for the order or for
                each attendee.
              </Trans>
            </EmptyState>
          </>
        }
      >
        <div data-without={HIDEABLE.filter((key) => !columns.has(key)).join(' ')}>
          {(isAsAsked || ofOrder) && (
            <Group title={<Trans>Once per order</Trans>} hint={ofOrder ? hint : undefined}>
              {isAsAsked && (
                <DefaultRows hasStart={isSorted && (isSelecting || ofOrder !== null)} hasMenu={mayWrite} />
              )}
              {ofOrder}
            </Group>
          )}
          {(isAsAsked || ofAttendee) && (
            <Group title={<Trans>Of each attendee</Trans>} hint={ofAttendee ? hint : undefined}>
              {ofAttendee ?? (
                <p className={styles.none}>
                  <Trans>Attendees are asked nothing but their name and email.</Trans>
                </p>
              )}
            </Group>
          )}
        </div>
      </ListBody>
      {omitted > 0 && (
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
      )}
      {mayWrite && <ChosenQuestions selection={selection} params={list.params} />}
      {mayWrite && drawer.opened !== null && (
        <QuestionDrawer key={drawer.opened} which={drawer.opened} close={drawer.close} />
      )}
    </>
  );
}

const HIDEABLE = ['tickets', 'status'] as const;
const idOf = ({ id }: Question) => id;
const isOfOrder = ({ scope }: Question) => scope === 'order';

function useQuestionColumns(): ColumnChoice[] {
  const { t } = useLingui();
  return [
    { key: 'question', header: t`Question` },
    { key: 'tickets', header: t`Tickets` },
    { key: 'status', header: t`Status` },
  ];
}

/** How the order can be changed, or why not now. */
function OrderHint({ isSorted, isSelecting }: { isSorted: boolean; isSelecting: boolean }) {
  if (!isSorted) return <Trans>To change the order, clear filters and sort by the order of asking</Trans>;
  if (isSelecting) return <Trans>Finish selecting to change the order</Trans>;
  return <Trans>Drag to change the order buyers see</Trans>;
}

function whatDeletingEnds({ title, hasAnswers }: Question) {
  if (hasAnswers) {
    return (
      <Trans>Buyers are no longer asked “{title}”. Answers that were given stay with their orders.</Trans>
    );
  }
  return <Trans>Buyers are no longer asked “{title}”. Nobody has answered it yet.</Trans>;
}

function Group({ title, hint, children }: { title: ReactNode; hint?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <div className={styles.groupHead}>
        <h2>{title}</h2>
        {hint && <span className={styles.detail}>{hint}</span>}
      </div>
      {children}
    </section>
  );
}

function useQuestionChoices(): { filters: FilterField[]; sorts: SortOption[] } {
  const { t, i18n } = useLingui();
  return {
    filters: [
      {
        field: 'scope',
        label: t`Asked`,
        operator: 'eq',
        options: [
          { value: 'order', label: t`Once per order` },
          { value: 'attendee', label: t`Of each attendee` },
        ],
      },
      {
        field: 'type',
        label: t`Answer`,
        operator: 'in',
        options: QUESTION_TYPES.map((type) => ({ value: type, label: i18n._(questionTypes[type].name) })),
      },
      {
        field: 'required',
        label: t`Required`,
        operator: 'eq',
        options: [
          { value: 'true', label: t`Required` },
          { value: 'false', label: t`Optional` },
        ],
      },
      {
        field: 'hidden',
        label: t`Hidden`,
        operator: 'eq',
        options: [
          { value: 'true', label: t`Hidden from buyers` },
          { value: 'false', label: t`Not hidden` },
        ],
      },
    ],
    sorts: [
      { by: 'position', direction: 'asc', label: t`Order of asking` },
      { by: 'title', direction: 'asc', label: t`Question A–Z` },
      { by: 'created_at', direction: 'desc', label: t`Newest first` },
    ],
  };
}

export function ErrorBoundary() {
  return <PageError />;
}
