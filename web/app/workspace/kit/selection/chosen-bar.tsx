import type { ErrorCode } from '@entrada/contract/errors';
import type { ChosenRowsReply } from '@entrada/contract/list';
import { useLingui } from '@lingui/react/macro';
import type { Icon } from '@tabler/icons-react';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bringErrorMessage, errorCodeMessage } from '../../../platform/api/error-messages.ts';
import { useChange } from '../data/use-change.ts';
import { askFirst, type Question } from '../frame/confirm.tsx';
import { notifyError, notifyUndo } from '../frame/notify.tsx';
import { BulkAction, BulkBar } from './bulk-bar.tsx';
import { type ActionBody, stepsBack, type Undo } from './steps-back.ts';
import { useChosenRows } from './use-chosen-rows.ts';
import type { Selection } from './use-selection.ts';

/** One action for all chosen rows. */
type ChosenAction<Action extends string, Reply = ChosenRowsReply> = {
  icon: Icon;
  label: string;
  /** How to undo it: with the opposite action, or with requests made from the reply. Null if it can't be undone. */
  undo: Undo<Action, Reply>;
  /** The message for this number of changed rows. */
  says: (n: number) => string;
  /** The message after this action was undone. Without it, the message of the opposite action is used. */
  saysUndone?: (n: number) => string;
  /** The question to ask before the action runs on this number of rows. */
  ask?: (count: number) => Question | Promise<Question>;
};

/** The actions, in the order of the buttons. */
export type ChosenActions<Action extends string, Reply = ChosenRowsReply> = Record<
  Action,
  ChosenAction<NoInfer<Action>, NoInfer<Reply>>
>;

type ChosenBarProps<Action extends string, Reply> = {
  /** The page of the list. If its rows can't be chosen, there is no bar. */
  page: { id: string; selection: Selection | null; list: { params: Record<string, string> } };
  /** Calls the endpoint, with the list's own query beside the rows. */
  run: (body: ActionBody<NoInfer<Action>>, query: Record<string, string>) => Promise<{ data: Reply }>;
  /** The queries to read again after the change. */
  invalidates: readonly QueryKey[];
  actions: ChosenActions<Action, Reply>;
  /** The actions with a button, if the other actions only undo these. */
  shown?: readonly NoInfer<Action>[];
  /** The message about rows that were not changed. Without it, only the reasons are shown. */
  kept?: (kept: ChosenRowsReply['kept']) => ReactNode;
  /** More buttons: `before` and `after` those of the actions. */
  before?: ReactNode;
  after?: ReactNode;
};

/**
 * The bar of actions for the chosen rows of a list. An action changes all of them in one request. A message says what
 * changed and offers Undo if possible. A second message gives the reasons if rows were not changed. Then the choice is
 * cleared.
 */
export function ChosenBar<Action extends string, Reply extends ChosenRowsReply = ChosenRowsReply>(
  props: ChosenBarProps<Action, Reply>,
) {
  const { selection } = props.page;
  return selection && <Bar {...props} selection={selection} />;
}

/** Requests that run one after the other. `undone` is the action that they undo. */
type Change<Action> = { steps: ActionBody<Action>[]; undone: Action | null };

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
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const choose = useChosenRows(selection);
  const change = useChange({
    run: async ({ steps }: Change<Action>) => {
      const replies: Reply[] = [];
      for (const step of steps) replies.push((await run(step, page.list.params)).data);
      return replies;
    },
    invalidates: () => invalidates,
    onDone: (replies, { steps, undone }) => {
      const [reply] = replies;
      const [first] = steps;
      if (!reply || !first) return;
      // Many rows are undone in several requests, and some by two kinds of requests. The first kind names the rows.
      const n = replies
        .filter((_, nth) => steps[nth]?.action === first.action)
        .reduce((sum, { changed }) => sum + changed.length, 0);
      const keptRows = replies.flatMap((one) => one.kept);
      if (n > 0 || keptRows.length === 0) {
        const words = (undone && actions[undone].saysUndone) ?? actions[first.action].says;
        tell(words(n), undone ? [] : stepsBack(reply, actions[first.action].undo), first.action);
      }
      if (keptRows.length > 0) void sayKept(keptRows);
      if (!undone) selection.clear();
    },
    onError: (_, { steps, undone }) => {
      // If a later request failed, the earlier ones have still changed rows.
      for (const queryKey of invalidates) void client.invalidateQueries({ queryKey });
      // The server skips rows that are back already, so all requests can be sent again.
      if (undone) tell(t`Not everything is undone yet.`, steps, undone);
      return false;
    },
  });
  /** Shows a message that offers to undo `action` by these requests, if there are any. */
  const tell = (message: string, steps: ActionBody<Action>[], action: Action) =>
    notifyUndo({
      id: `${page.id}-changed`,
      message,
      undo: steps.length > 0 ? () => void change.start({ steps, undone: action }) : null,
      isMany: true,
    });
  const sayKept = async (keptRows: Reply['kept']) => {
    const reasons = [...new Set(keptRows.map(({ code }) => code as ErrorCode))];
    if (!kept) await Promise.all(reasons.map(bringErrorMessage));
    notifyError(kept?.(keptRows) ?? reasons.map((code) => errorCodeMessage(i18n, code)).join(' '));
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
