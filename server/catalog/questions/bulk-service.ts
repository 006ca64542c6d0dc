import type { changeQuestions as changeEndpoint, QuestionAction } from '@entrada/contract/catalog/questions';
import type { ChosenRowsReply, ListQuery } from '@entrada/contract/list';
import type { z } from 'zod';
import { auditEach } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { selectionOf } from '../../platform/lists/selection.ts';
import { inLockedEvent } from '../events/service.ts';
import { findChosenQuestions, type QuestionSwitch } from './bulk-queries.ts';
import { findQuestionView, updateQuestionRows } from './queries.ts';
import { removeQuestions } from './service.ts';

type Input = z.output<(typeof changeEndpoint)['body']> & { query: ListQuery };

const SWITCHES: Record<Exclude<QuestionAction, 'delete'>, QuestionSwitch> = {
  hide: { column: 'hidden', to: true },
  show: { column: 'hidden', to: false },
  require: { column: 'required', to: true },
  'make-optional': { column: 'required', to: false },
};

/**
 * Hides, shows, requires, makes optional or deletes many questions of an event and records each change. The rows are
 * the named ones, or all that the list finds for the query except some. Answers the changed ids. Skips those that
 * already have the state and those of other events. NOT_FOUND, EVENT_ARCHIVED. Locks the event.
 */
export function changeQuestions(
  ctx: Ctx,
  eventId: number,
  { action, ...named }: Input,
): Promise<ChosenRowsReply> {
  return inLockedEvent(ctx, eventId, async (tx, scope) => {
    const view = await findQuestionView(tx, scope, eventId);
    if (!view) throw fail('NOT_FOUND');
    const chosen = {
      eventId,
      // Named questions may be hidden from the list. So a user can undo the hiding of questions that the list no longer
      // shows.
      showHidden: named.ids !== undefined || view.showHidden,
      selection: selectionOf(named),
    };
    if (action === 'delete') {
      const found = await findChosenQuestions(tx, scope, chosen);
      return { changed: await removeQuestions(ctx, tx, eventId, found), kept: [] };
    }
    const { column, to } = SWITCHES[action];
    const changed = await findChosenQuestions(tx, scope, { ...chosen, before: { column, to } });
    await updateQuestionRows(tx, scope, changed, { [column]: to });
    await auditEach(tx, ctx, scope, {
      action: 'question.updated',
      type: 'question',
      ids: changed,
      before: { [column]: !to },
      after: { [column]: to },
    });
    return { changed, kept: [] };
  });
}
