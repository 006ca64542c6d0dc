import { EMPTY_ADDRESS } from '@entrada/contract/catalog/answers';
import type { HeldAnswer, HeldAnswers } from '@entrada/contract/sales/order-answers';
import { describe, expect, test } from 'vitest';
import { fieldErrorsOf, fitting, isFitting, type OpenAnswer, readChanges, readValues } from './values.ts';

const ask = (
  questionId: number,
  question: Partial<OpenAnswer['question']> = {},
  given: HeldAnswer['given'] = null,
): OpenAnswer => ({
  questionId,
  question: {
    version: 3,
    type: 'text',
    title: 'Seat',
    description: '',
    options: [],
    required: false,
    hidden: false,
    ...question,
  },
  given,
});
const said = (value: NonNullable<HeldAnswer['given']>['value']) => ({
  title: 'Seat',
  type: 'text' as const,
  value,
});
const held = (...answers: HeldAnswer[]): HeldAnswers => ({ attendee: null, obstacle: null, answers });
const sizes = ['S', 'M'];

describe('an answer as far as the present question takes it', () => {
  test.each([
    ['radio', 'M', 'M'],
    ['radio', 'XL', ''],
    ['checkbox', ['M', 'XL', 'S'], ['S', 'M']],
    ['checkbox', 'M', ['M']],
    ['date', 'soon', ''],
    ['date', '2027-06-11', '2027-06-11'],
    ['address', 'Moll 1', EMPTY_ADDRESS],
    ['text', 'two\r\nlines', 'two lines'],
    ['long_text', 'two\r\nlines', 'two\nlines'],
    ['text', ['S'], 'S'],
  ] as const)('%s: %j', (type, value, shown) => {
    expect(fitting({ type, options: sizes }, value as string)).toEqual(shown);
  });

  test('an option that is offered no longer does not fit', () => {
    expect(isFitting(ask(1, { type: 'radio', options: sizes }, said('XL')))).toBe(false);
    expect(isFitting(ask(1, { type: 'radio', options: sizes, required: true }, said('M')))).toBe(true);
    expect(isFitting(ask(1))).toBe(true);
  });
});

describe('what is sent', () => {
  const record = held(
    ask(1, {}, said('Tomas')),
    ask(2, { required: true }, said('Yes')),
    ask(3, { required: true }),
    ask(4, { type: 'radio', options: sizes, required: true }, said('XL')),
    { questionId: 5, question: null, given: said('Kept') },
  );
  const initial = readValues(record);

  test('is only what was changed, with what it was before', () => {
    expect(readChanges(record, { initial, values: initial })).toEqual({ edits: [], errors: [] });
    const values = { ...initial, 'answer-1': ' Tomás ', 'answer-5': 'x' };
    expect(readChanges(record, { initial, values })).toEqual({
      edits: [{ questionId: 1, version: 3, was: 'Tomas', answer: 'Tomás' }],
      errors: [],
    });
  });

  test('a required question keeps an answer, but may stay without one', () => {
    const emptied = { ...initial, 'answer-1': '', 'answer-2': ' ', 'answer-3': ' ' };
    const { edits, errors } = readChanges(record, { initial, values: emptied });
    expect(errors).toEqual([{ path: 'answer-2', code: 'required' }]);
    expect(edits.map(({ answer }) => answer)).toEqual([null, null, null]);
  });
});

test('what the API refused is shown at its field, or above the form', () => {
  const edits = [{ questionId: 7, version: 1, was: null, answer: EMPTY_ADDRESS }];
  const city = { path: 'answers.0.answer.city', code: 'required' } as const;
  expect(fieldErrorsOf(edits, [city])).toEqual([{ path: 'answer-7.city', code: 'required' }]);
  expect(fieldErrorsOf(edits, [city, { path: 'answers.0.questionId', code: 'not_found' }])).toBeNull();
  expect(fieldErrorsOf(edits, [])).toBeNull();
});
