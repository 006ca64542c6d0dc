import { isChoice, type QuestionScope } from '@entrada/contract/catalog/answers';
import type { Question } from '@entrada/contract/catalog/questions';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconEyeOff, IconLock } from '@tabler/icons-react';
import { memo, type ReactNode, useCallback } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/class-names.ts';
import { keys } from '../kit/data/keys.ts';
import { dotted } from '../kit/display/dotted.ts';
import { SomeNames } from '../kit/display/some-names.tsx';
import { DeleteItem, EditItem, RowMenu } from '../kit/list/row.tsx';
import { Menu } from '../kit/menus/menu.tsx';
import { ChosenBox } from '../kit/selection/select-boxes.tsx';
import type { Selection } from '../kit/selection/use-selection.ts';
import { SortableList } from '../kit/sortable/list.tsx';
import type { RowSort } from '../kit/sortable/row.tsx';
import { useSorted } from '../kit/sortable/use-sorted.ts';
import { WindowedItem, WindowedRows } from '../kit/windowed/rows.tsx';
import type { RowPlace } from '../kit/windowed/use-windowed.ts';
import { saveOrder } from './api.ts';
import styles from './questions.module.css';
import { questionTypes } from './words.ts';

export type RowActions = {
  /** Null if the user may only read. */
  onEdit: ((question: Question) => void) | null;
  onDelete: (question: Question) => void;
};

type RowsProps = RowActions & {
  questions: readonly Question[];
  /** Null while the boxes are hidden. */
  selection: Selection | null;
};
type SortedRowsProps = RowsProps & { eventId: number; scope: QuestionScope };

const idOf = ({ id }: Question) => id;
const nameOf = ({ title }: Question) => title;

/** The questions of one scope, which the user can sort, but not while boxes are shown to choose rows. */
export function SortedRows({ eventId, scope, questions, ...row }: SortedRowsProps) {
  const { t } = useLingui();
  const { onEdit, onDelete, selection } = row;
  const { rows, sort } = useSorted({
    rows: questions,
    idOf,
    save: (ids) => saveOrder(eventId, scope, ids),
    invalidates: [keys.questions(eventId)],
    saved: t`The new order is saved.`,
    refused: t`Questions were deleted meanwhile. The list is up to date now: try again.`,
  });
  const draw = useCallback(
    (question: Question, { handle, moveItems }: RowSort) => (
      <QuestionRow {...{ question, onEdit, onDelete, moveItems }} start={handle} />
    ),
    [onEdit, onDelete],
  );
  if (selection) return <PlainRows questions={rows} {...row} />;
  return (
    <SortableList rows={rows} idOf={idOf} nameOf={nameOf} onSort={sort}>
      {draw}
    </SortableList>
  );
}

/** The questions without sorting, for another order or a filtered list. */
export function PlainRows({ questions, selection, ...actions }: RowsProps) {
  return (
    <WindowedRows as="ul" rows={questions} idOf={idOf}>
      {(question, place) => (
        <PlainRow
          {...place}
          question={question}
          set={selection?.set ?? null}
          isChosen={selection?.has(question.id) ?? false}
          {...actions}
        />
      )}
    </WindowedRows>
  );
}

type PlainRowProps = RowActions &
  RowPlace & {
    question: Question;
    /** Null while the box is hidden. */
    set: Selection['set'] | null;
    isChosen: boolean;
  };

/** Memoized, so that choosing one of hundreds of rows renders only that row again. */
const PlainRow = memo(function PlainRow(props: PlainRowProps) {
  const { id, index, setSize, measure, question, set, isChosen, ...actions } = props;
  return (
    <WindowedItem {...{ id, index, setSize, measure }} data-selected={isChosen || undefined}>
      <QuestionRow
        question={question}
        start={set && <ChosenBox id={question.id} name={question.title} isOn={isChosen} set={set} />}
        {...actions}
      />
    </WindowedItem>
  );
});

type QuestionRowProps = RowActions & {
  question: Question;
  /** The handle or the box at the start of the row, if any. */
  start: ReactNode;
  /** Set if the order can be changed. */
  moveItems?: ReactNode;
};

function QuestionRow({ question, onEdit, onDelete, start, moveItems }: QuestionRowProps) {
  const { t, i18n } = useLingui();
  const { title, type, options, required, hidden } = question;
  const Icon = questionTypes[type].icon;
  const name = i18n._(questionTypes[type].name);
  const count = isChoice(type) && t`${plural(options.length, { one: '# option', other: '# options' })}`;
  return (
    <div className={cx(styles.row, Boolean(start) && styles.led)}>
      {start && <div className={styles.start}>{start}</div>}
      <span className={styles.icon}>
        <Icon size={18} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={styles.words}>
        <h3>
          {onEdit ? (
            <button type="button" data-opens={question.id} onClick={() => onEdit(question)}>
              {title}
            </button>
          ) : (
            title
          )}
        </h3>
        <p className={styles.detail}>{dotted([name, count, required ? t`required` : t`optional`])}</p>
      </div>
      <div className={styles.tickets}>
        <Tickets question={question} />
      </div>
      <div className={styles.status}>
        {hidden && (
          <Badge tone="neutral">
            <IconEyeOff size={14} stroke={1.75} aria-hidden="true" />
            <Trans>Hidden</Trans>
          </Badge>
        )}
      </div>
      {onEdit && (
        <div className={styles.menu}>
          <RowMenu name={title}>
            <EditItem onClick={() => onEdit(question)}>
              <Trans>Edit question</Trans>
            </EditItem>
            {moveItems && (
              <>
                <Menu.Divider />
                {moveItems}
              </>
            )}
            <DeleteItem onClick={() => onDelete(question)}>
              <Trans>Delete question</Trans>
            </DeleteItem>
          </RowMenu>
        </div>
      )}
    </div>
  );
}

function Tickets({ question: { appliesToAll, tickets } }: { question: Question }) {
  if (appliesToAll) return <Trans>All tickets</Trans>;
  if (tickets.length === 0) {
    return (
      <Badge tone="attn">
        <Trans>No ticket left</Trans>
      </Badge>
    );
  }
  return <SomeNames of={tickets} most={2} />;
}

type DefaultRowsProps = { hasStart: boolean; hasMenu: boolean };

/** The questions that every checkout asks. They can't be changed. */
export function DefaultRows(props: DefaultRowsProps) {
  const { t } = useLingui();
  return (
    <ul>
      {[t`First name`, t`Last name`, t`Email`].map((title) => (
        <DefaultRow key={title} title={title} {...props}>
          <Trans>Always asked · required</Trans>
        </DefaultRow>
      ))}
    </ul>
  );
}

/** A fixed question. It leaves space for the handle and the menu of other rows, so that the columns are aligned. */
function DefaultRow(props: DefaultRowsProps & { title: string; children: ReactNode }) {
  return (
    <li className={cx(styles.row, styles.locked, props.hasStart && styles.led)}>
      {props.hasStart && <span className={styles.start} />}
      <span className={styles.icon}>
        <IconLock size={18} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={styles.words}>
        <h3 className={styles.title}>{props.title}</h3>
        <p className={styles.detail}>{props.children}</p>
      </div>
      <div className={styles.tickets}>
        <Trans>All tickets</Trans>
      </div>
      <span className={styles.status} />
      {props.hasMenu && <span className={styles.menu} />}
    </li>
  );
}
