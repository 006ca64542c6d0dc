import { z } from 'zod';
import { answerValue, givenAnswer, question } from '../catalog/questions.ts';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { id, pathId } from '../fields.ts';

/** Why the answers of an order or of an attendee stay as they are. */
const ANSWER_OBSTACLES = ['EVENT_ARCHIVED', 'ORDER_CANCELLED', 'ATTENDEE_CANCELLED'] as const;
export type AnswerObstacle = (typeof ANSWER_OBSTACLES)[number];

const heldAnswer = z.object({
  questionId: z.number(),
  /** As it is asked now, hidden ones too. Null once it is asked no longer: then the answer stays as it was given. */
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
  /** In the words in which it was asked then; null where nothing was answered. */
  given: givenAnswer.omit({ questionId: true }).nullable(),
});
export type HeldAnswer = z.output<typeof heldAnswer>;

/** What an order or one of its attendees can be asked, in the order of asking, with what was answered. */
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
  /** Only what changes: others stay as they are. */
  answers: z
    .array(
      z.strictObject({
        questionId: id,
        /** The version of the question and its answer as they were read: another of either is a 409 STALE_VERSION. */
        version: z.number().int().min(1).max(2_147_483_647),
        was: answerValue.nullable(),
        /** Null, or nothing but spaces, takes the answer away. */
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
