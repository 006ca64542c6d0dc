import type { QuestionScope } from '@entrada/contract/catalog/answers';
import type { Question } from '@entrada/contract/catalog/questions';
import { Trans } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { HasColumn } from '../kit/list/page.tsx';
import type { ListPageState } from '../kit/list/use-list-page.ts';
import { Group } from '../kit/sortable/group.tsx';
import styles from './questions.module.css';
import { DefaultRows, PlainRows, type RowActions, SortedRows } from './rows.tsx';

const HIDEABLE = ['tickets', 'status'] as const;

const isOfOrder = ({ scope }: Question) => scope === 'order';

/** First the questions asked once per order, then those asked of each attendee. */
export const inGroups = (rows: Question[]): [Question[], Question[]] => [
  rows.filter(isOfOrder),
  rows.filter((question) => !isOfOrder(question)),
];

type QuestionGroupsProps = RowActions & {
  page: ListPageState<Question>;
  eventId: number;
  has: HasColumn;
};

/**
 * The questions in two groups, in the order in which buyers see them. In this order the fixed questions come first and
 * rows can be moved.
 */
export function QuestionGroups({ page, eventId, has, ...actions }: QuestionGroupsProps) {
  const { list, choosing } = page;
  const [orderRows, attendeeRows] = useMemo(() => inGroups(list.rows), [list.rows]);
  const mayWrite = actions.onEdit !== null;
  const isAsAsked = !list.isFiltered && list.view.sortBy === 'position' && list.view.sortDirection === 'asc';
  const isSorted = isAsAsked && mayWrite;
  const isSelecting = choosing !== null;
  const rowsOf = (scope: QuestionScope, questions: Question[]) => {
    if (questions.length === 0) return null;
    const row = { questions, selection: choosing, ...actions };
    return isSorted ? <SortedRows eventId={eventId} scope={scope} {...row} /> : <PlainRows {...row} />;
  };
  const ofOrder = rowsOf('order', orderRows);
  const ofAttendee = rowsOf('attendee', attendeeRows);
  const hint = mayWrite && <OrderHint isSorted={isSorted} isSelecting={isSelecting} />;
  return (
    <div data-without={HIDEABLE.filter((key) => !has(key)).join(' ')}>
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
  );
}

/** How to change the order, or why that is not possible now. */
function OrderHint({ isSorted, isSelecting }: { isSorted: boolean; isSelecting: boolean }) {
  if (!isSorted) return <Trans>To change the order, clear filters and sort by the order of asking</Trans>;
  if (isSelecting) return <Trans>Finish selecting to change the order</Trans>;
  return <Trans>Drag to change the order buyers see</Trans>;
}
