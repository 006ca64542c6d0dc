import type { QuestionScope, QuestionType } from '@entrada/contract/catalog/answers';
import type { Db } from '../../db/client.ts';

export type QuestionOverrides = {
  accountId: number;
  eventId: number;
  scope?: QuestionScope;
  type?: QuestionType;
  title?: string;
  description?: string;
  options?: string[];
  required?: boolean;
  hidden?: boolean;
  /** Ids of the only tickets it is for; all unless given. */
  ticketIds?: number[];
  position?: number;
};

/** A question for tests and the seed: one line of text, for the order, not required, unless told otherwise. */
export async function buildQuestion(db: Db, given: QuestionOverrides): Promise<{ questionId: number }> {
  const { id } = await db
    .insertInto('questions')
    .values({
      account_id: given.accountId,
      event_id: given.eventId,
      scope: given.scope ?? 'order',
      type: given.type ?? 'text',
      title: given.title ?? 'How did you hear of us?',
      description: given.description ?? '',
      options: given.options ?? [],
      required: given.required ?? false,
      hidden: given.hidden ?? false,
      applies_to_all: given.ticketIds === undefined,
      position: given.position ?? 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const links = (given.ticketIds ?? []).map((ticketId) => ({
    account_id: given.accountId,
    question_id: id,
    ticket_id: ticketId,
  }));
  if (links.length > 0) await db.insertInto('question_tickets').values(links).execute();
  return { questionId: id };
}
