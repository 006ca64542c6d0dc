import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { findChosen, type ListSelection } from '../../platform/lists/selection.ts';
import { questionSource } from './queries.ts';

/** A column and the value to which a question is switched. */
export type QuestionSwitch = { column: 'hidden' | 'required'; to: boolean };

type Chosen = {
  eventId: number;
  /** Whether hidden questions can be chosen too. */
  showHidden: boolean;
  selection: ListSelection;
  /** Only questions that do not have this value yet. */
  before?: QuestionSwitch;
};

/** The ids of an event's questions that somebody chose, in the order of the list. */
export function findChosenQuestions(
  tx: Tx,
  scope: AccountScope,
  { eventId, showHidden, selection, before }: Chosen,
): Promise<number[]> {
  const only = before && sql`${sql.ref(`q.${before.column}`)} <> ${before.to}`;
  return findChosen(tx, questionSource(scope, { eventId, showHidden }), selection, only);
}
