import {
  type AnswerValue,
  checkAnswer,
  concerns,
  isSameAnswer,
  type QuestionScope,
  type QuestionType,
} from '@entrada/contract/catalog/answers';
import type { FieldError } from '@entrada/contract/errors';
import type { AnswerObstacle, HeldAnswer } from '@entrada/contract/sales/order-answers';
import type { OrderStatus } from '@entrada/contract/sales/orders';

/** A question as an organizer answers it. Hidden and deleted questions are included. */
export type OrganizerQuestion = {
  id: number;
  version: number;
  scope: QuestionScope;
  type: QuestionType;
  title: string;
  description: string;
  options: string[];
  required: boolean;
  hidden: boolean;
  deleted: boolean;
  /** Null: every ticket. */
  ticketIds: number[] | null;
};

export type Given = { title: string; type: QuestionType; value: AnswerValue };

/** The party that is asked: an order with all its tickets, or the attendee who holds one ticket. */
export type Holder = { scope: QuestionScope; ticketIds: readonly number[] };

/**
 * One change as it was sent. `version` and `was` are the question's version and the answer that the sender had read.
 */
type AnswerEdit = {
  questionId: number;
  version: number;
  was: AnswerValue | null;
  answer: AnswerValue | null;
};

/** One changed answer; `after` is null if the answer is removed. */
export type AnswerChange = { questionId: number; before: Given | null; after: Given | null };

/** Why the answers cannot be changed, or null. Answers of cancelled orders and attendees stay as they are. Pure. */
export function answerObstacle(of: {
  eventStatus: string;
  orderStatus: OrderStatus;
  attendeeStatus: string | null;
}): AnswerObstacle | null {
  if (of.eventStatus === 'archived') return 'EVENT_ARCHIVED';
  if (of.orderStatus === 'cancelled') return 'ORDER_CANCELLED';
  return of.attendeeStatus === 'cancelled' ? 'ATTENDEE_CANCELLED' : null;
}

/**
 * Whether an answer can still be given. An existing answer can be changed even if the question no longer applies to the
 * ticket.
 */
const isOpen = (question: OrganizerQuestion, holder: Holder, given: Given | undefined): boolean =>
  !question.deleted &&
  question.scope === holder.scope &&
  (given !== undefined || concerns(question, holder.ticketIds));

/**
 * The questions for a holder with the given answers, in the order of the questions. Answers to questions that are no
 * longer asked come last. Pure.
 */
export function holdAnswers(
  questions: readonly OrganizerQuestion[],
  given: ReadonlyMap<number, Given>,
  holder: Holder,
): HeldAnswer[] {
  const held = questions.flatMap((one): HeldAnswer[] => {
    const answered = given.get(one.id);
    const isAsked = isOpen(one, holder, answered);
    if (!isAsked && !answered) return [];
    const { version, type, title, description, options, required, hidden } = one;
    const question = isAsked ? { version, type, title, description, options, required, hidden } : null;
    return [{ questionId: one.id, question, given: answered ?? null }];
  });
  return held.sort((a, b) => Number(a.question === null) - Number(b.question === null));
}

/**
 * Finds the answers that change, each in the present wording of its question. An edit that repeats the present answer
 * changes nothing. `stale` is the first question that changed since the sender read it, or whose answer did. A required
 * question may stay unanswered, but an existing answer to it cannot be removed. Paths as in the body:
 * `answers.0.answer`. Pure.
 */
export function readEdits(
  questions: readonly OrganizerQuestion[],
  given: ReadonlyMap<number, Given>,
  { holder, edits }: { holder: Holder; edits: readonly AnswerEdit[] },
): { changes: AnswerChange[]; stale: OrganizerQuestion | null; errors: FieldError[] } {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const changes: AnswerChange[] = [];
  const errors: FieldError[] = [];
  let stale: OrganizerQuestion | null = null;
  for (const [index, { questionId, version, was, answer }] of edits.entries()) {
    const unknown: FieldError = { path: `answers.${index}.questionId`, code: 'not_found' };
    const question = byId.get(questionId);
    const before = given.get(questionId);
    const isOpenNow = question !== undefined && isOpen(question, holder, before);
    if (!question || !(before || isOpenNow)) {
      errors.push(unknown);
      continue;
    }
    const now = before?.value ?? null;
    if (isSameAnswer(answer, now)) continue;
    if (question.version !== version || !isSameAnswer(was, now)) {
      stale ??= question;
      continue;
    }
    if (!isOpenNow) {
      errors.push(unknown);
      continue;
    }
    const { type, options, title } = question;
    const required = question.required && before !== undefined;
    const checked = checkAnswer({ type, options, required }, answer ?? undefined, `answers.${index}.answer`);
    errors.push(...checked.errors);
    if (checked.errors.length > 0 || isSameAnswer(checked.value, now)) continue;
    const after = checked.value === null ? null : { title, type, value: checked.value };
    changes.push({ questionId, before: before ?? null, after });
  }
  return { changes, stale, errors };
}
