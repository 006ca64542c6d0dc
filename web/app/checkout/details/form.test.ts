import { fieldErrors } from '@entrada/contract/field-errors';
import { type BuyerOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import { expect, test } from 'vitest';
import {
  allErrors,
  areOthersLater,
  bodyOf,
  findErrors,
  isFirstBuyer,
  mayFillInLater,
  readDetails,
  valuesOf,
} from './form.ts';

const order = {
  lines: [
    { id: 7, ticketId: 70, quantity: 2, admits: true },
    { id: 8, ticketId: 80, quantity: 3, admits: false },
    { id: 9, ticketId: 90, quantity: 1, admits: true },
  ],
  attendees: [{ itemId: 9, firstName: 'Ana', lastName: 'Martí', email: 'ana@example.com' }],
  attendeeDetails: 'per_ticket',
  sendAllToBuyer: false,
  buyer: null,
  questions: [],
  answers: {},
  attendeeAnswers: [],
} as unknown as BuyerOrder;

test('there is one entry for each ticket that lets a person in, and those already known are at their line', () => {
  expect(valuesOf(order).attendees.map(({ itemId, firstName }) => [itemId, firstName])).toEqual([
    [7, ''],
    [7, ''],
    [9, 'Ana'],
  ]);
});

test('the form cannot say for which line an attendee is', () => {
  const form = new FormData();
  form.set('firstName', 'Lucía');
  form.set('attendees.2.itemId', '999');
  form.set('attendees.2.firstName', 'Tomás');
  const values = readDetails(order, { form, locale: 'en' });
  expect(values.attendees[2]).toEqual({
    itemId: 9,
    later: false,
    firstName: 'Tomás',
    lastName: '',
    email: '',
  });
  expect(values.firstName).toBe('Lucía');
});

test('no attendees are sent when all tickets go to the buyer', () => {
  const form = new FormData();
  form.set('sendAllToBuyer', 'on');
  const values = readDetails(order, { form, locale: 'en' });
  expect(values.attendees).toHaveLength(3);
  expect(bodyOf(values).attendees).toEqual([]);
  expect(
    bodyOf(readDetails({ ...order, attendeeDetails: 'per_order' }, { form: new FormData(), locale: 'en' }))
      .sendAllToBuyer,
  ).toBe(true);
});

test('an empty field is missing, not malformed', () => {
  const values = { ...valuesOf(order), email: ' ' };
  expect(
    allErrors(order, values, [
      { path: 'email', code: 'invalid_email' },
      { path: 'attendees.0.email', code: 'invalid_email' },
    ]),
  ).toEqual([
    { path: 'email', code: 'required' },
    { path: 'attendees.0.email', code: 'required' },
  ]);
});

test('a first attendee without an entry is the buyer, so that one ticket needs three fields', () => {
  const form = new FormData();
  const buyer = { firstName: 'Lucía', lastName: 'Márquez', email: 'lucia@example.com' };
  for (const [name, value] of Object.entries(buyer)) form.set(name, value);
  const one = { ...order, lines: order.lines.slice(1), attendees: [] };
  const values = readDetails(one, { form, locale: 'en' });
  expect(values.attendees).toEqual([{ ...buyer, itemId: 9, later: false }]);
  expect(findErrors(one, values)).toEqual([]);
  const several = readDetails(order, { form, locale: 'en' });
  expect(several.attendees.map(({ firstName }) => firstName)).toEqual(['Lucía', '', '']);
  form.set('attendees.0.firstName', 'Tomás');
  expect(findErrors(one, readDetails(one, { form, locale: 'en' })).map(({ path }) => path)).toEqual([
    'attendees.0.lastName',
    'attendees.0.email',
  ]);
});

test('the first attendee follows the buyer until it is somebody else', () => {
  expect(isFirstBuyer(valuesOf(order))).toBe(true);
  const ana = { firstName: 'Ana', lastName: 'Martí', email: 'ana@example.com' };
  const values = { ...valuesOf(order), ...ana };
  const rest = values.attendees.slice(1);
  expect(isFirstBuyer({ ...values, attendees: [{ ...ana, itemId: 7, later: false }, ...rest] })).toBe(true);
  expect(
    isFirstBuyer({ ...values, attendees: [{ ...ana, firstName: 'Eva', itemId: 7, later: false }, ...rest] }),
  ).toBe(false);
  expect(isFirstBuyer({ ...values, attendees: [] })).toBe(false);
});

const question = { scope: 'order', description: '', options: [], required: true, ticketIds: null };
const asking = {
  ...order,
  questions: [
    { ...question, id: 1, type: 'address', title: 'Address' },
    { ...question, id: 2, type: 'text', title: 'Elsewhere', ticketIds: [5] },
    {
      ...question,
      id: 3,
      scope: 'attendee',
      type: 'checkbox',
      title: 'Meals',
      options: ['A', 'B'],
      ticketIds: [90],
    },
    { ...question, id: 4, scope: 'attendee', type: 'radio', title: 'Size', options: ['S', 'M'] },
  ],
} as unknown as BuyerOrder;

test('answers are read for what is asked, and for nothing else', () => {
  const form = new FormData();
  form.set('answers.1.city', 'València');
  form.set('answers.2', 'not asked');
  form.append('attendeeAnswers.2.3', 'A');
  form.append('attendeeAnswers.2.3', 'B');
  form.set('attendeeAnswers.0.4', 'M');
  const { answers, attendeeAnswers } = readDetails(asking, { form, locale: 'en' });
  expect(Object.keys(answers)).toEqual(['1']);
  expect(answers['1']).toMatchObject({ city: 'València', line1: '' });
  expect(attendeeAnswers).toEqual([{ 4: 'M' }, { 4: '' }, { 3: ['A', 'B'], 4: '' }]);
});

test('a date is read in the language of the page, and what is no date stays as it was typed', () => {
  const asked = {
    ...asking,
    questions: [{ ...question, id: 1, scope: 'order', type: 'date', title: 'Birthday' }],
  };
  const read = (text: string, locale: string) => {
    const form = new FormData();
    form.set('answers.1', text);
    return readDetails(asked as unknown as BuyerOrder, { form, locale }).answers['1'];
  };
  expect(read('12. März 1985', 'de')).toBe('1985-03-12');
  expect(read('1985年3月12日', 'zh-cn')).toBe('1985-03-12');
  expect(read('12/3/85', 'es')).toBe('12/3/85');
  expect(read('', 'en')).toBe('');
});

test('what is wrong is named in the order of the form, answers beside everything else', () => {
  const values = {
    ...readDetails(asking, { form: new FormData(), locale: 'en' }),
    sendAllToBuyer: true,
    lastName: 'Vidal',
  };
  const expected = [
    { path: 'firstName', code: 'required' },
    { path: 'email', code: 'required' },
    { path: 'answers.1.line1', code: 'required' },
    { path: 'answers.1.city', code: 'required' },
    { path: 'answers.1.country', code: 'required' },
    { path: 'attendeeAnswers.0.4', code: 'invalid_choice' },
    { path: 'attendeeAnswers.1.4', code: 'invalid_choice' },
    { path: 'attendeeAnswers.2.3', code: 'invalid_choice' },
    { path: 'attendeeAnswers.2.4', code: 'invalid_choice' },
  ];
  expect(findErrors(asking, values)).toEqual(expected);
  const refused = [
    { path: 'email', code: 'invalid_email' as const },
    { path: 'firstName', code: 'too_short' as const },
  ];
  expect(allErrors(asking, values, refused).map(({ path }) => path)).toEqual([
    'email',
    'firstName',
    ...expected.slice(2).map(({ path }) => path),
  ]);
});

const names = { until: '2027-06-11T14:00:00.000Z', isOver: false, unit: 'hours', later: true };
const waiting = { ...asking, policy: { names } } as unknown as BuyerOrder;
const buyerForm = () => {
  const form = new FormData();
  const buyer = { firstName: 'Lucía', lastName: 'Márquez', email: 'lucia@example.com' };
  const address = { line1: 'Calle Mayor 1', city: 'València', country: 'ES' };
  for (const [name, value] of Object.entries(buyer)) form.set(name, value);
  for (const [part, value] of Object.entries(address)) form.set(`answers.1.${part}`, value);
  return form;
};

test('a ticket that is filled in later needs neither a name nor answers, and sends none', () => {
  const form = buyerForm();
  form.set('attendees.0.later', 'on');
  form.set('attendees.1.later', 'on');
  form.set('attendees.1.firstName', 'Eva');
  form.set('attendeeAnswers.1.4', 'S');
  const read = (of: BuyerOrder) => readDetails(of, { form, locale: 'en' });
  expect(findErrors(waiting, read(waiting)).map(({ path }) => path)).toEqual([
    'attendees.2.firstName',
    'attendees.2.lastName',
    'attendees.2.email',
    'attendeeAnswers.2.3',
    'attendeeAnswers.2.4',
  ]);
  const body = bodyOf(read(waiting));
  expect(body.attendees.slice(0, 2)).toEqual([
    { itemId: 7, later: true },
    { itemId: 7, later: true },
  ]);
  expect(body.attendeeAnswers.slice(0, 2)).toEqual([{}, {}]);
  // What was typed is still there if the form comes back.
  expect(read(waiting).attendees[1]?.firstName).toBe('Eva');
  expect(findErrors(asking, read(asking)).map(({ path }) => path)).toContain('attendees.1.lastName');
});

test('one checkbox leaves every ticket but the first one for later', () => {
  const form = buyerForm();
  form.set('laterOthers', 'on');
  form.set('attendeeAnswers.0.4', 'M');
  const values = readDetails(waiting, { form, locale: 'en' });
  expect(values.attendees.map(({ firstName, later }) => [firstName, later])).toEqual([
    ['Lucía', false],
    ['', true],
    ['', true],
  ]);
  expect(findErrors(waiting, values)).toEqual([]);
  expect(areOthersLater(values)).toBe(true);
  form.set('sendAllToBuyer', 'on');
  const toBuyer = readDetails(waiting, { form, locale: 'en' });
  expect(bodyOf(toBuyer).attendees).toEqual([]);
  expect(findErrors(waiting, toBuyer).map(({ path }) => path)).toContain('attendeeAnswers.1.4');
});

test('later is offered while the order allows it', () => {
  const of = (change: object) => mayFillInLater({ ...waiting, ...change } as BuyerOrder);
  expect(of({})).toBe(true);
  for (const change of [
    { attendeeDetails: 'per_order' },
    { policy: null },
    { policy: { names: null } },
    { policy: { names: { ...names, later: false } } },
    { policy: { names: { ...names, isOver: true } } },
  ])
    expect(of(change)).toBe(false);
});

test('names and addresses that the server refuses are found with what is missing, in one round', () => {
  const values = { ...valuesOf(order), firstName: 'x'.repeat(80), lastName: ' ', email: 'nicht-gueltig@' };
  expect(findErrors(order, { ...values, sendAllToBuyer: true })).toEqual([
    { path: 'firstName', code: 'too_long', max: 50 },
    { path: 'lastName', code: 'required' },
    { path: 'email', code: 'invalid_email' },
  ]);
  expect(findErrors(order, values).filter(({ path }) => path.startsWith('attendees.2'))).toEqual([]);
});

test.each([
  '',
  ' ',
  'Ana',
  ' x'.repeat(25),
  'x'.repeat(50),
  'x'.repeat(51),
  ` ${'x'.repeat(50)} `,
  'a\u0000b',
])('the form finds in the name %j what the contract finds', (firstName) =>
  expectAsContract({ firstName, lastName: 'Vidal', email: 'ana@example.com' }),
);

test.each([
  ...[
    'ana@example.com',
    ' ana@example.com ',
    "o'brien+x@a-b.co.uk",
    '',
    'ana',
    'ana@',
    '@example.com',
    'a b@c.de',
  ],
  ...['ana@example', 'ana@ex_ample.com', '.ana@example.com', 'a..b@example.com', 'ana.@example.com'],
  ...[
    'ana@example.c',
    'ana@-example.com',
    'añä@example.com',
    'a\u0000@b.de',
    `${'x'.repeat(243)}@example.com`,
  ],
])('the form finds in the address %j what the contract finds', (email) =>
  expectAsContract({ firstName: 'Ana', lastName: 'Vidal', email }),
);

/** Of several errors of a field the form says one. */
function expectAsContract(person: { firstName: string; lastName: string; email: string }) {
  const values = { ...valuesOf({ ...order, lines: [] }), ...person, sendAllToBuyer: true };
  const body = saveOrderDetails.body.safeParse(bodyOf(values), { reportInput: true });
  const refused = allErrors(order, values, fieldErrors(body.error?.issues ?? []));
  const found = findErrors({ ...order, lines: [] }, values);
  expect(new Set(found.map(({ path }) => path))).toEqual(new Set(refused.map(({ path }) => path)));
  if (found[0]) expect(refused).toContainEqual(found[0]);
}
