import { describe, expect, test } from 'vitest';
import { LIMITS } from '../constants.ts';
import {
  type AnswerSheet,
  type AnswerValue,
  type Asked,
  checkAnswer,
  checkAnswers,
  EMPTY_ADDRESS,
} from './answers.ts';

const ask = (type: Asked['type'], required = false, options: string[] = ['S', 'M', 'L']) => ({
  type,
  required,
  options,
});
const wrong = (code: string, more = {}) => [{ path: 'answers.7', code, ...more }];
const home = { ...EMPTY_ADDRESS, line1: 'Calle Mayor 1', city: 'València', country: 'ES' };

describe('one answer by its type', () => {
  test.each<[Asked['type'], AnswerValue, AnswerValue | null]>([
    ['text', ' vegan\nplease ', 'vegan please'],
    ['text', '   ', null],
    ['text', 'x'.repeat(LIMITS.answerText), 'x'.repeat(LIMITS.answerText)],
    ['long_text', ' two\nlines ', 'two\nlines'],
    ['long_text', 'x'.repeat(5000), 'x'.repeat(5000)],
    ['dropdown', 'M', 'M'],
    ['radio', '', null],
    ['checkbox', ['L', 'S', 'S'], ['S', 'L']],
    ['checkbox', 'M', ['M']],
    ['checkbox', [], null],
    ['date', '2028-02-29', '2028-02-29'],
    ['date', '1900-01-01', '1900-01-01'],
    ['address', home, home],
    ['address', EMPTY_ADDRESS, null],
    ['address', '', null],
  ])('%s takes %j', (type, given, value) => {
    expect(checkAnswer(ask(type), given, 'answers.7')).toEqual({ value, errors: [] });
  });

  test.each<[Asked['type'], AnswerValue, string, object?]>([
    ['text', 'x'.repeat(LIMITS.answerText + 1), 'too_long', { max: LIMITS.answerText }],
    ['long_text', 'x'.repeat(5001), 'too_long', { max: 5000 }],
    ['text', 'a\u0000b', 'invalid_characters'],
    ['text', ['a'], 'invalid_format'],
    ['dropdown', 'XL', 'invalid_choice'],
    ['radio', 'm', 'invalid_choice'],
    ['checkbox', ['M', 'XL'], 'invalid_choice'],
    ['checkbox', home, 'invalid_format'],
    ['date', '2027-02-29', 'invalid_day'],
    ['date', '2027-13-01', 'invalid_day'],
    ['date', '1899-12-31', 'invalid_day'],
    ['date', '2200-01-01', 'invalid_day'],
    ['date', '11.06.2027', 'invalid_day'],
    ['date', '2027-06-11T00:00', 'invalid_day'],
    ['address', 'somewhere', 'invalid_format'],
  ])('%s refuses %j', (type, given, code, more) => {
    expect(checkAnswer(ask(type), given, 'answers.7').errors).toEqual(wrong(code, more));
  });

  test.each<[Asked['type'], AnswerValue | undefined]>([
    ['text', undefined],
    ['long_text', ' \n '],
    ['dropdown', ''],
    ['radio', undefined],
    ['checkbox', []],
    ['checkbox', ''],
    ['date', ''],
  ])('a required %s is missed in %j', (type, given) => {
    expect(checkAnswer(ask(type, true), given, 'answers.7').errors).toEqual(wrong('required'));
  });

  test('an address names the parts that are missing or wrong, even where it is optional', () => {
    const begun = { ...EMPTY_ADDRESS, line2: 'x'.repeat(201), country: 'Spain' };
    const errors = [
      { path: 'answers.7.line1', code: 'required' },
      { path: 'answers.7.line2', code: 'too_long', max: 200 },
      { path: 'answers.7.city', code: 'required' },
      { path: 'answers.7.country', code: 'invalid_choice' },
    ];
    expect(checkAnswer(ask('address'), begun, 'answers.7').errors).toEqual(errors);
    expect(checkAnswer(ask('address', true), undefined, 'answers.7').errors.map(({ code }) => code)).toEqual([
      'required',
      'required',
      'required',
    ]);
  });
});

describe('all answers of an order', () => {
  const question = (id: number, more: Partial<Asked>): Asked => ({
    id,
    scope: 'order',
    type: 'text',
    options: [],
    required: false,
    ticketIds: null,
    ...more,
  });
  const questions = [
    question(1, { required: true }),
    question(2, { ticketIds: [99] }),
    question(3, { scope: 'attendee', required: true, ticketIds: [20] }),
    question(4, { scope: 'attendee' }),
  ];
  const units = [10, 20, 20];

  test('each ticket is asked what concerns it, and answers carry its number', () => {
    const { given, errors } = checkAnswers(
      questions,
      { tickets: units, units },
      {
        answers: { 1: 'A poster' },
        attendeeAnswers: [{ 4: 'none' }, { 3: 'M' }, { 3: 'L', 4: '' }],
      },
    );
    expect(errors).toEqual([]);
    expect(given).toEqual([
      { questionId: 1, unit: null, value: 'A poster' },
      { questionId: 4, unit: 1, value: 'none' },
      { questionId: 3, unit: 2, value: 'M' },
      { questionId: 3, unit: 3, value: 'L' },
    ]);
  });

  test('what is missing is named, and so is what nobody asked', () => {
    const { given, errors } = checkAnswers(
      questions,
      { tickets: units, units },
      {
        answers: { 2: 'not for this order', 77: 'unknown' },
        attendeeAnswers: [{ 3: 'not for this ticket' }],
      },
    );
    expect(given).toEqual([]);
    expect(errors).toEqual([
      { path: 'answers.2', code: 'not_found' },
      { path: 'answers.77', code: 'not_found' },
      { path: 'answers.1', code: 'required' },
      { path: 'attendeeAnswers.0.3', code: 'not_found' },
      { path: 'attendeeAnswers.1.3', code: 'required' },
      { path: 'attendeeAnswers.2.3', code: 'required' },
    ]);
  });

  test('a ticket that is asked later needs no answer, and has none', () => {
    const held = { tickets: units, units, later: new Set([2]) };
    const read = (attendeeAnswers: AnswerSheet[]) =>
      checkAnswers(questions, held, { answers: { 1: 'A poster' }, attendeeAnswers });
    expect(read([{}, {}, { 3: 'L' }])).toEqual({
      given: [
        { questionId: 1, unit: null, value: 'A poster' },
        { questionId: 3, unit: 3, value: 'L' },
      ],
      errors: [],
    });
    expect(read([{}, { 3: 'M' }, {}]).errors).toEqual([
      { path: 'attendeeAnswers.1.3', code: 'not_found' },
      { path: 'attendeeAnswers.2.3', code: 'required' },
    ]);
  });

  test('more sheets than tickets are refused', () => {
    const attendeeAnswers = [{}, {}, {}, {}];
    expect(checkAnswers([], { tickets: units, units }, { answers: {}, attendeeAnswers }).errors).toEqual([
      { path: 'attendeeAnswers', code: 'too_long', max: 3 },
    ]);
  });
});
