import { z } from 'zod';
import { answerValue, givenAnswer, question } from '../catalog/questions.ts';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { id, pathId } from '../fields.ts';

/** Why the answers of an order or of an attendee cannot be changed. */
const ANSWER_OBSTACLES = ['EVENT_ARCHIVED', 'ORDER_CANCELLED', 'ATTENDEE_CANCELLED'] as const;
export type AnswerObstacle = (typeof ANSWER_OBSTACLES)[number];

const heldAnswer = z.object({
  questionId: z.number(),
  /**
   * The current question, also if it is hidden. Null if it is no longer asked; then the answer cannot be changed.
   */
  question: question
    .pick({
      version: true,
      type: true,
      title: true,
      description: true,
      options: true,
      required: true,
      hidden: true,
    })
    .nullable(),
  /** The answer with the text of the question at that time; null if there is no answer. */
  given: givenAnswer.omit({ questionId: true }).nullable(),
});
export type HeldAnswer = z.output<typeof heldAnswer>;

/** The questions for an order or one of its attendees, in the order of asking, with the answers. */
const heldAnswers = z.object({
  /** Null: the order itself. */
  attendee: z
    .object({ id: z.number(), reference: z.string(), name: z.string(), ticketName: z.string() })
    .nullable(),
  obstacle: z.enum(ANSWER_OBSTACLES).nullable(),
  answers: z.array(heldAnswer),
});
export type HeldAnswers = z.output<typeof heldAnswers>;

const body = z.strictObject({
  /** Only the changes. Other answers stay unchanged. */
  answers: z
    .array(
      z.strictObject({
        questionId: id,
        /**
         * The version of the question and its answer when they were read. If either has changed, the reply is 409
         * STALE_VERSION.
         */
        version: z.number().int().min(1).max(2_147_483_647),
        was: answerValue.nullable(),
        /** Null, or only spaces, deletes the answer. */
        answer: answerValue.nullable(),
      }),
    )
    .min(1)
    .max(LIMITS.questions)
    .superRefine((answers, context) => {
      const seen = new Set<number>();
      answers.forEach(({ questionId }, index) => {
        if (seen.has(questionId))
          context.addIssue({ code: 'custom', path: [index, 'questionId'], message: 'duplicate' });
        seen.add(questionId);
      });
    }),
});

const ofOrder = z.object({ eventId: pathId, orderId: pathId });
const ofAttendee = z.object({ eventId: pathId, attendeeId: pathId });

export const getOrderAnswers = endpoint({
  method: 'GET',
  path: '/events/:eventId/orders/:orderId/answers',
  access: 'orders.read',
  summary:
    'What was answered for an order, first for itself, then for each of its attendees. Empty until its tickets are issued.',
  params: ofOrder,
  response: single(z.array(heldAnswers)),
});

export const updateOrderAnswers = endpoint({
  method: 'PUT',
  path: '/events/:eventId/orders/:orderId/answers',
  access: 'orders.write',
  summary:
    'Fill in and correct what was answered for an order, hidden questions too. What changes takes the present wording of its question.',
  params: ofOrder,
  body,
  response: single(heldAnswers),
});

export const getAttendeeAnswers = endpoint({
  method: 'GET',
  path: '/events/:eventId/attendees/:attendeeId/answers',
  access: 'attendees.read',
  summary: 'What was answered for one attendee.',
  params: ofAttendee,
  response: single(heldAnswers),
});

export const updateAttendeeAnswers = endpoint({
  method: 'PUT',
  path: '/events/:eventId/attendees/:attendeeId/answers',
  access: 'orders.write',
  summary: 'Fill in and correct what was answered for one attendee, as for an order.',
  params: ofAttendee,
  body,
  response: single(heldAnswers),
});
