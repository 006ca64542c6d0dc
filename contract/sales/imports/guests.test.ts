import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIMITS } from '../../constants.ts';
import { email } from '../../fields.ts';
import { matchColumns } from './columns.ts';
import { draftOf, type GuestDraft, guestErrors, type OfferedPrice, readGuest, splitName } from './guests.ts';

test.each([
  [
    ['Name', 'Email', 'Ticket', 'Plus', 'Note'],
    ['name', 'email', 'ticket', 'plus', 'note'],
  ],
  [
    ['Nombre y apellidos', 'Correo', 'Tipo', 'Acompañantes', 'Medio', 'Tel.'],
    ['name', 'email', 'ticket', 'plus', 'note', null],
  ],
  [
    ['Vorname', 'Name', 'E-Mail', 'Begleitung', 'Sprache'],
    ['firstName', 'lastName', 'email', 'plus', 'language'],
  ],
  [
    ['Prénom', 'Nom', 'Courriel', 'Remarques'],
    ['firstName', 'lastName', 'email', 'note'],
  ],
  [
    ['Nom', 'Adresse e-mail', 'Billet'],
    ['name', 'email', 'ticket'],
  ],
  [
    ['nome', 'apelido', 'correio eletrónico', 'acompanhantes'],
    ['firstName', 'lastName', 'email', 'plus'],
  ],
  [
    ['Nome completo', 'E-mail', 'Ingresso', 'Observações'],
    ['name', 'email', 'ticket', 'note'],
  ],
  [
    ['姓名', '电子邮件', '票种', '同行人数', '备注', '语言'],
    ['name', 'email', 'ticket', 'plus', 'note', 'language'],
  ],
  [
    ['First Name', 'Surname', 'EMAIL ADDRESS'],
    ['firstName', 'lastName', 'email'],
  ],
  [
    ['Nombre', 'Apellidos', 'mail'],
    ['firstName', 'lastName', 'email'],
  ],
])('the columns %o are known', (headers, fields) => {
  expect(matchColumns(headers)).toEqual(fields);
});

test('a column of addresses is the email without a known header, and no field comes twice', () => {
  expect(
    matchColumns(
      ['Who', 'Where to'],
      [
        ['Ana', 'ana@example.com'],
        ['Bo', ''],
      ],
    ),
  ).toEqual([null, 'email']);
  expect(matchColumns(['Email', 'E-Mail'])).toEqual(['email', null]);
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom('Name', 'Email', 'Nota', 'Tipo'))),
      (headers) => {
        const found = matchColumns(headers).filter((field) => field !== null);
        expect(new Set(found).size).toBe(found.length);
      },
    ),
  );
});

test('an address is accepted exactly where a form accepts it', () => {
  const near = fc.stringMatching(/^[a-z.+'_-]{0,6}@?[a-z.-]{0,8}\.?[a-z1]{0,3}$/);
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), near, fc.string()), (value) => {
      fc.pre(value !== '' && value === value.trim() && value.length <= LIMITS.email);
      const guest = { row: 1, firstName: 'A', lastName: '', email: value, plus: 0, note: '' };
      const isRefused = guestErrors(guest).some(({ code }) => code === 'invalid_email');
      const storable = guestErrors(guest).every(({ code }) => code !== 'invalid_characters');
      if (storable) expect(isRefused).toBe(!email.safeParse(value).success);
    }),
  );
});

test.each([
  ['Rosa Calatrava', 'Rosa', 'Calatrava'],
  ['Calatrava Pla, Rosa', 'Rosa', 'Calatrava Pla'],
  ['María del Mar Pla', 'María del Mar', 'Pla'],
  ['Cher', 'Cher', ''],
  ['王小明', '小明', '王'],
])('%s is %s and %s', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName });
});

const prices: OfferedPrice[] = [
  { priceId: 1, ticket: 'Press', label: '' },
  { priceId: 2, ticket: 'Day', label: 'Early' },
  { priceId: 3, ticket: 'Day', label: 'Late' },
];
const draft: GuestDraft = {
  row: 7,
  firstName: 'Joan',
  lastName: 'Pla',
  email: '',
  ticket: '',
  plus: '',
  note: '',
  language: '',
};
const read = (more: Partial<GuestDraft>, priceId: number | null = 1) =>
  readGuest({ ...draft, ...more }, { prices, priceId, locale: 'es' });

test('a row is a guest with what was chosen for the file', () => {
  expect(read({ plus: '2', note: '=1+1' })).toEqual({
    ok: true,
    guest: {
      row: 7,
      firstName: 'Joan',
      lastName: 'Pla',
      email: '',
      plus: 2,
      note: '=1+1',
      priceId: 1,
      locale: 'es',
    },
  });
  expect(read({ ticket: 'PRESS', language: 'Deutsch' })).toMatchObject({
    guest: { priceId: 1, locale: 'de' },
  });
  expect(read({ ticket: 'day – late', language: 'fr-CH' })).toMatchObject({
    guest: { priceId: 3, locale: 'fr' },
  });
});

test.each([
  [{ firstName: '' }, { path: 'firstName', code: 'required' }],
  [{ email: 'joan.pla.example' }, { path: 'email', code: 'invalid_email' }],
  [{ ticket: 'Day' }, { path: 'ticket', code: 'not_found' }],
  [{ ticket: 'VIP' }, { path: 'ticket', code: 'not_found' }],
  [{ plus: '99' }, { path: 'plus', code: 'too_big', max: LIMITS.companions }],
  [{ plus: 'two' }, { path: 'plus', code: 'invalid_format' }],
  [{ language: 'Klingon' }, { path: 'language', code: 'invalid_choice' }],
  [{ note: 'x'.repeat(2001) }, { path: 'note', code: 'too_long', max: LIMITS.note }],
])('%o is refused at its field', (more, error) => {
  expect(read(more)).toEqual({ ok: false, errors: [error] });
});

test('without a ticket for the file, each row needs one', () => {
  expect(read({}, null)).toEqual({ ok: false, errors: [{ path: 'ticket', code: 'required' }] });
});

test('any cells make a draft, and any draft is read without an error of its own', () => {
  const fields = fc.array(
    fc.constantFrom(null, 'name', 'firstName', 'email', 'plus', 'ticket', 'note', 'language'),
  );
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), fields, (cells, columns) => {
      const made = draftOf(2, cells, columns as never);
      const found = readGuest(made, { prices, priceId: 1, locale: 'en' });
      if (found.ok) expect(guestErrors(found.guest)).toEqual([]);
      else expect(found.errors.length).toBeGreaterThan(0);
    }),
  );
});
