import { expect, test } from 'vitest';
import { emptyQuestion, filledOptions, pasteOptions, readQuestion, toOptions } from './values.ts';

const question = { ...emptyQuestion(), title: ' Size ', type: 'radio' as const };

test('options that say nothing are left out, those of another type are not sent', () => {
  const values = { ...question, options: toOptions([' S ', '', 'M']) };
  expect(readQuestion(values).body).toMatchObject({ title: 'Size', options: ['S', 'M'], ticketIds: [] });
  expect(readQuestion({ ...values, type: 'date' }).body?.options).toEqual([]);
});

test('what is missing or stands twice is named where it is', () => {
  const values = { ...question, title: ' ', appliesToAll: false, options: toOptions(['S', 'M', ' S']) };
  expect(readQuestion(values).wrong).toEqual([
    { path: 'title', code: 'required' },
    { path: 'ticketIds', code: 'required' },
    { path: 'options.2', code: 'duplicate' },
  ]);
  expect(readQuestion({ ...question, options: toOptions(['', '']) }).wrong).toEqual([
    { path: 'options.0', code: 'required' },
  ]);
});

test('a pasted list becomes options in its place', () => {
  const options = pasteOptions(toOptions(['A', 'b', 'Z']), 1, {
    before: '',
    text: '- B\r\n\n  * C \n• D',
    after: '',
  });
  expect(filledOptions(options)).toEqual(['A', 'B', 'C', 'D', 'Z']);
  expect(new Set(options.map(({ key }) => key)).size).toBe(5);
  const full = pasteOptions(toOptions(Array.from({ length: 99 }, (_, at) => `Option ${at}`)), 98, {
    before: '',
    text: 'x\ny\nz',
    after: '',
  });
  expect(full).toHaveLength(100);
});
