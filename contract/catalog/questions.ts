import { z } from 'zod';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { id, line, pathId, text } from '../fields.ts';
import { chosenRows, chosenRowsReply, type ListRules, listQuery, namesRows, page } from '../list.ts';
import { type AnswerValue, isChoice, QUESTION_SCOPES, QUESTION_TYPES } from './answers.ts';

const part = z.string().max(LIMITS.address).default('');

/** The shape of an answer before its question is known. `checkAnswer` does the other checks. */
export const answerValue = z.union([
  z.string(),
  z.array(z.string()).max(LIMITS.questionOptions),
  z.strictObject({ line1: part, line2: part, city: part, region: part, postalCode: part, country: part }),
]) satisfies z.ZodType<AnswerValue>;

/** Answers by the id of their question. */
export const answerSheet = z.record(z.string().regex(/^[1-9][0-9]{0,14}$/), answerValue);

/** A given answer, with the text of the question at that time. */
export const givenAnswer = z.object({
  questionId: z.number(),
  title: z.string(),
  type: z.enum(QUESTION_TYPES),
  value: answerValue,
});
export type GivenAnswer = z.output<typeof givenAnswer>;

/** The answers of an order: first those of the order itself, then those of each ticket. */
export const answerGroup = z.object({
  /** Null: for the whole order. The name may be empty until the ticket is issued. */
  attendee: z.object({ reference: z.string(), name: z.string(), ticketName: z.string() }).nullable(),
  given: z.array(givenAnswer),
});
export type AnswerGroup = z.output<typeof answerGroup>;

export const question = z.object({
  id: z.number(),
  version: z.number(),
  scope: z.enum(QUESTION_SCOPES),
  type: z.enum(QUESTION_TYPES),
  title: z.string(),
  description: z.string(),
  options: z.array(z.string()),
  required: z.boolean(),
  hidden: z.boolean(),
  appliesToAll: z.boolean(),
  tickets: z.array(z.object({ id: z.number(), name: z.string() })),
  position: z.number(),
  hasAnswers: z.boolean(),
});
export type Question = z.output<typeof question>;

/** A question as the buyer sees it. */
export const buyerQuestion = question
  .pick({ id: true, scope: true, type: true, title: true, description: true, options: true, required: true })
  .extend({
    /** Null: every ticket. */
    ticketIds: z.array(z.number()).nullable(),
  });
export type BuyerQuestion = z.output<typeof buyerQuestion>;

export const questionListRules = {
  /** `position` sorts the questions for buyers: first those of the order, then those of each attendee. */
  sorts: ['position', 'title', 'created_at'],
  defaultSort: { by: 'position', direction: 'asc' },
  filters: { scope: ['eq'], type: ['eq', 'in'], required: ['eq'], hidden: ['eq'] },
} as const satisfies ListRules;

const eventId = z.object({ eventId: pathId });
const questionId = z.object({ eventId: pathId, questionId: pathId });

const fields = {
  scope: z.enum(QUESTION_SCOPES),
  type: z.enum(QUESTION_TYPES),
  title: line(LIMITS.questionTitle, 1),
  description: text(LIMITS.questionDescription),
  /** At least one for types with options, none for others. All are different. */
  options: z.array(line(LIMITS.questionOption, 1)).max(LIMITS.questionOptions),
  required: z.boolean(),
  hidden: z.boolean(),
  appliesToAll: z.boolean(),
  /** Empty if it applies to all tickets. */
  ticketIds: z.array(id).max(1000),
};

type Input = z.output<z.ZodObject<typeof fields>>;
const check = <T extends z.ZodType<Input>>(schema: T) =>
  schema
    .refine((body) => !isChoice(body.type) || body.options.length > 0, {
      path: ['options'],
      error: 'required',
    })
    .refine((body) => isChoice(body.type) || body.options.length === 0, {
      path: ['options'],
      error: 'unknown_field',
    })
    .refine((body) => body.appliesToAll || body.ticketIds.length > 0, {
      path: ['ticketIds'],
      error: 'required',
    })
    .superRefine((body, context) => {
      body.options.forEach((option, index) => {
        if (body.options.indexOf(option) < index)
          context.addIssue({ code: 'custom', path: ['options', index], message: 'duplicate' });
      });
    });

export const listQuestions = endpoint({
  method: 'GET',
  path: '/events/:eventId/questions',
  access: 'questions.read',
  summary:
    'Questions of an event. Hidden ones only where the event shows them; `omitted` tells how many it does not show.',
  params: eventId,
  query: listQuery(questionListRules),
  response: page(question).extend({ omitted: z.number() }),
});

export const getQuestion = endpoint({
  method: 'GET',
  path: '/events/:eventId/questions/:questionId',
  access: 'questions.read',
  summary: 'One question.',
  params: questionId,
  response: single(question),
});

export const createQuestion = endpoint({
  method: 'POST',
  path: '/events/:eventId/questions',
  access: 'questions.write',
  summary: 'Ask buyers one more question, after the others of its scope.',
  status: 201,
  params: eventId,
  body: check(z.strictObject(fields)),
  response: single(question),
});

export const updateQuestion = endpoint({
  method: 'PUT',
  path: '/events/:eventId/questions/:questionId',
  access: 'questions.write',
  summary: 'Change a question. What was answered keeps the wording it was asked with.',
  params: questionId,
  body: check(z.strictObject({ version: z.number().int().min(1).max(2_147_483_647), ...fields })),
  response: single(question),
});

export const deleteQuestion = endpoint({
  method: 'DELETE',
  path: '/events/:eventId/questions/:questionId',
  access: 'questions.write',
  summary: 'Ask a question no longer. Answers that were given stay with their orders.',
  params: questionId,
});

export const sortQuestions = endpoint({
  method: 'PUT',
  path: '/events/:eventId/questions/sort',
  access: 'questions.write',
  summary:
    'Put questions of one scope into this order. They take the places that they have between them; others keep theirs.',
  params: eventId,
  body: z.strictObject({
    scope: z.enum(QUESTION_SCOPES),
    questionIds: z
      .array(id)
      .min(1)
      .max(LIMITS.questions)
      .refine((ids) => new Set(ids).size === ids.length, { error: 'duplicate' }),
  }),
});

const QUESTION_ACTIONS = ['hide', 'show', 'require', 'make-optional', 'delete'] as const;
/** The actions on many questions at once. */
export type QuestionAction = (typeof QUESTION_ACTIONS)[number];

export const changeQuestions = endpoint({
  method: 'POST',
  path: '/events/:eventId/questions/bulk',
  access: 'questions.write',
  summary:
    'Hide, show, require, make optional or delete many questions: those of `ids`, or all that the query finds without `except`. Answers that were given stay with their orders.',
  params: eventId,
  query: listQuery(questionListRules),
  body: z.strictObject({ action: z.enum(QUESTION_ACTIONS), ...chosenRows }).refine(...namesRows),
  response: chosenRowsReply,
});
