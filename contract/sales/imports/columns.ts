/** What a column of a file can hold. `name` is a whole name in one cell. */
export const IMPORT_FIELDS = [
  'name',
  'firstName',
  'lastName',
  'email',
  'ticket',
  'plus',
  'note',
  'language',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** The words that people write above each column, in the seven languages and as other programs export them. */
const WORDS: Record<ImportField, readonly string[]> = {
  name: words(
    'name, full name, guest, guest name, attendee, attendee name, participant, invitee, buyer name, display name',
    'Vollständiger Name, Gast, Gastname, Teilnehmer, Teilnehmende, Vor- und Nachname, Name Vorname',
    'nom complet, nom et prénom, prénom et nom, invité, participant',
    'nombre completo, nombre y apellidos, nombre y apellido, apellidos y nombre, invitado, asistente',
    'nome completo, convidado, participante, nome e apelido, nome e sobrenome',
    '姓名, 名字, 来宾, 嘉宾, 参加者, 全名',
  ),
  firstName: words(
    'first name, firstname, given name, forename, attendee first name, buyer first name',
    'Vorname, Rufname',
    'prénom',
    'nombre, nombre de pila',
    'nome, primeiro nome, nome próprio',
    '名, first',
  ),
  lastName: words(
    'last name, lastname, surname, family name, attendee last name, buyer last name',
    'Nachname, Familienname, Zuname',
    'nom, nom de famille',
    'apellido, apellidos',
    'apelido, sobrenome, último nome',
    '姓, last, 姓氏',
  ),
  email: words(
    'email, e-mail, mail, email address, e-mail address, attendee email, buyer email, contact email',
    'E-Mail-Adresse, Mailadresse, Emailadresse',
    'adresse email, adresse e-mail, courriel, mél, adresse électronique',
    'correo, correo electrónico, dirección de correo, correo e',
    'endereço de email, endereço de e-mail, correio eletrónico, correio eletrônico',
    '邮箱, 电子邮件, 电子邮箱, 邮件, 邮箱地址, 电邮',
  ),
  ticket: words(
    'ticket, ticket type, ticket name, type, category, product, item, admission, list',
    'Ticket, Ticketart, Tickettyp, Karte, Kategorie, Typ, Art',
    'billet, type de billet, tarif, catégorie',
    'entrada, tipo de entrada, tipo, categoría',
    'bilhete, tipo de bilhete, ingresso, tipo de ingresso, categoria',
    '门票, 票种, 票, 类型, 类别',
  ),
  plus: words(
    'plus, plus one, plus ones, companions, companion, extra guests, additional guests, guests, +1, +',
    'Begleitung, Begleitpersonen, Begleiter, Plus eins, weitere Gäste',
    'accompagnants, accompagnateurs, accompagnant, invités supplémentaires',
    'acompañantes, acompañante, más, invitados extra',
    'acompanhantes, acompanhante, convidados extra',
    '同行, 同伴, 同行人数, 随行, 随行人数',
  ),
  note: words(
    'note, notes, note for the door, comment, comments, remark, remarks, info, company, organisation, organization',
    'Notiz, Notizen, Bemerkung, Bemerkungen, Anmerkung, Kommentar, Hinweis, Firma',
    'remarque, remarques, commentaire, commentaires, société, entreprise',
    'nota, notas, comentario, comentarios, observaciones, empresa, medio',
    'nota, notas, comentário, comentários, observação, observações, empresa',
    '备注, 说明, 注释, 公司, 留言',
  ),
  language: words(
    'language, locale, lang, preferred language',
    'Sprache',
    'langue',
    'idioma, lengua',
    'língua, idioma',
    '语言',
  ),
};

function words(...lists: string[]): string[] {
  return lists.flatMap((list) => list.split(',').map(foldHeader));
}

/** A header as it is compared: without accents, case, spaces and signs. A plus sign counts. Pure. */
export function foldHeader(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}+]/gu, '');
}

/** The first field that knows a word has it. */
const FIELD_BY_WORD: ReadonlyMap<string, ImportField> = new Map(
  IMPORT_FIELDS.toReversed().flatMap((field) => WORDS[field].map((word) => [word, field] as const)),
);

/**
 * What each column holds, by its header in any of the seven languages; null where none fits. No field comes twice. A
 * lone "Name" is the whole name, beside a first name it is the last name, as in French and German lists. Without a
 * known header, a column of addresses is the email. Pure.
 */
export function matchColumns(
  headers: readonly string[],
  rows: readonly (readonly string[])[] = [],
): (ImportField | null)[] {
  const found = headers.map((header) => FIELD_BY_WORD.get(foldHeader(header)) ?? null);
  const has = (field: ImportField) => found.includes(field);
  for (const [at, field] of found.entries()) {
    // "Nombre" or "Nome" without surnames beside it, and "Nom" without a first name, are whole names.
    if (field === 'firstName' && !has('lastName') && !has('name')) found[at] = 'name';
    else if (field === 'lastName' && !has('firstName') && !has('name')) found[at] = 'name';
    else if (field === 'name' && has('firstName') && !has('lastName')) found[at] = 'lastName';
    else if (field === 'name' && has('lastName') && !has('firstName')) found[at] = 'firstName';
  }
  const once = found.map((field, at) => (field !== null && found.indexOf(field) < at ? null : field));
  if (!once.includes('email')) {
    const at = headers.findIndex((_, column) => once[column] === null && isOfAddresses(rows, column));
    if (at >= 0) once[at] = 'email';
  }
  return once;
}

function isOfAddresses(rows: readonly (readonly string[])[], column: number): boolean {
  const cells = rows.flatMap((cells) => cells[column]?.trim() || []);
  return cells.length > 0 && cells.filter((cell) => /^\S+@\S+\.\S+$/.test(cell)).length * 2 > cells.length;
}
