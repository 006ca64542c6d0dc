import { LIMITS } from '@entrada/contract/constants';
import type { ErrorCode } from '@entrada/contract/errors';
import type { ChosenRows, ChosenRowsReply } from '@entrada/contract/list';
import { useLingui } from '@lingui/react/macro';
import type { Icon } from '@tabler/icons-react';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorCodeMessage } from '../../../platform/api/error-messages.ts';
import { workspaceErrors } from '../data/error-messages.ts';
import { useChange } from '../data/use-change.ts';
import { askFirst, type Question } from '../frame/confirm.tsx';
import { notifyError, notifyUndo } from '../frame/notify.tsx';
import { BulkAction, BulkBar } from './bulk-bar.tsx';
import { useChosenRows } from './use-chosen-rows.ts';
import type { Selection } from './use-selection.ts';

type Body<Action> = { action: Action } & ChosenRows;

/** One thing that can be done to all chosen rows. */
type ChosenAction<Action extends string, Reply = ChosenRowsReply> = {
  icon: Icon;
  label: string;
  /** What takes it back: the action that is its opposite, or requests that follow from the reply. Null for what stays. */
  undo: Action | null | ((reply: Reply) => Body<Action>[]);
  /** What to say of so many rows that changed. */
  says: (n: number) => string;
  /** The same once it was taken back, where the opposite says something else. */
  saysUndone?: (n: number) => string;
  /** Asked before it is done to so many rows. */
  ask?: (count: number) => Question | Promise<Question>;
};

/** What can be done, in the order of the buttons. */
export type ChosenActions<Action extends string, Reply = ChosenRowsReply> = Record<
  Action,
  ChosenAction<NoInfer<Action>, NoInfer<Reply>>
>;

type ChosenBarProps<Action extends string, Reply> = {
  /** The page of the list. Its rows can be chosen, or there is no bar. */
  page: { id: string; selection: Selection | null; list: { params: Record<string, string> } };
  /** Calls the endpoint. It takes the list's own query beside the rows. */
  run: (body: Body<NoInfer<Action>>, query: Record<string, string>) => Promise<{ data: Reply }>;
  /** What the change makes stale. */
  invalidates: readonly QueryKey[];
  actions: ChosenActions<Action, Reply>;
  /** Those with a button, where others only take them back. */
  shown?: readonly NoInfer<Action>[];
  /** What to say of rows that stayed as they were. Without it the reasons alone are said. */
  kept?: (kept: ChosenRowsReply['kept']) => ReactNode;
  /** More buttons, before these and after them. */
  before?: ReactNode;
  after?: ReactNode;
};

/**
 * The bar with what can be done to the chosen rows of a list. An action changes all of them in one request. What changed
 * is said, with a way back where there is one; rows that were kept as they are, are named beside it with the reason.
 * Then the rows are let go of.
 */
export function ChosenBar<Action extends string, Reply extends ChosenRowsReply = ChosenRowsReply>(
  props: ChosenBarProps<Action, Reply>,
) {
  const { selection } = props.page;
  return selection && <Bar {...props} selection={selection} />;
}

/** Requests that follow one another. `undone` is the action that they take back. */
type Change<Action> = { steps: Body<Action>[]; undone: Action | null };

function Bar<Action extends string, Reply extends ChosenRowsReply>({
  page,
  selection,
  run,
  invalidates,
  actions,
  shown = Object.keys(actions) as Action[],
  kept,
  before,
  after,
}: ChosenBarProps<Action, Reply> & { selection: Selection }) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const choose = useChosenRows(selection);
  const change = useChange({
    run: async ({ steps }: Change<Action>) => {
      const replies: Reply[] = [];
      for (const step of steps) replies.push((await run(step, page.list.params)).data);
      return replies;
    },
    invalidates: () => invalidates,
    onDone: (replies, { steps: [first], undone }) => {
      const [reply] = replies;
      if (!reply || !first) return;
      const keptRows = replies.flatMap((one) => one.kept);
      say(reply, keptRows, first.action, undone);
      if (!undone) selection.clear();
    },
    onError: () => {
      // The first of two requests may have been taken.
      for (const queryKey of invalidates) void client.invalidateQueries({ queryKey });
      return false;
    },
  });
  const say = (reply: Reply, keptRows: Reply['kept'], action: Action, undone: Action | null) => {
    const n = reply.changed.length;
    const words = (undone && actions[undone].saysUndone) ?? actions[action].says;
    const steps = undone ? [] : stepsBack(reply, actions[action].undo);
    if (n > 0 || keptRows.length === 0) {
      notifyUndo({
        id: `${page.id}-changed`,
        message: words(n),
        undo: steps.length > 0 ? () => void change.start({ steps, undone: action }) : null,
      });
    }
    if (keptRows.length === 0) return;
    const reasons = new Set(keptRows.map(({ code }) => code as ErrorCode));
    notifyError(
      kept?.(keptRows) ?? [...reasons].map((code) => errorCodeMessage(i18n, code, workspaceErrors)).join(' '),
    );
  };
  const start = (action: Action): Promise<boolean> => {
    const chosen = choose();
    return chosen ? change.start({ steps: [{ action, ...chosen }], undone: null }) : Promise.resolve(true);
  };
  const askAbout = (action: Action, question: Question) =>
    void askFirst({ ...question, run: () => start(action) });
  const late = useChange({
    run: ({ question }: { question: Promise<Question>; action: Action }) => question,
    onDone: (question, { action }) => askAbout(action, question),
  });
  const press = (action: Action) => {
    const question = actions[action].ask?.(selection.count);
    if (question instanceof Promise) void late.start({ question, action });
    else if (question) askAbout(action, question);
    else void start(action);
  };
  return (
    <BulkBar selection={selection}>
      {before}
      {shown.map((action) => {
        const { icon, label, ask } = actions[action];
        return (
          <BulkAction
            key={action}
            icon={icon}
            isPending={change.isPending || (ask !== undefined && late.isPending)}
            onClick={() => press(action)}
          >
            {label}
          </BulkAction>
        );
      })}
      {after}
    </BulkBar>
  );
}

/** The requests that take an action back, as far as its rows can be named. */
function stepsBack<Action extends string, Reply extends ChosenRowsReply>(
  reply: Reply,
  undo: ChosenAction<Action, Reply>['undo'],
): Body<Action>[] {
  const { changed } = reply;
  if (undo === null || changed.length === 0 || changed.length > LIMITS.selectedRows) return [];
  if (typeof undo === 'function') return undo(reply);
  return [{ action: undo, ids: changed }];
}
