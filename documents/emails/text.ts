import type { Locale } from '@entrada/contract/constants';
import { labelled } from '@entrada/contract/words/labels';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { htmlToText } from './html-to-text.ts';
import {
  beforeLink,
  type Fact,
  type FooterLine,
  type Letter,
  type Note,
  type Paragraph,
  type Receipt,
  type TicketRow,
} from './letter.ts';

function paragraph({ text, link }: Paragraph, locale: Locale): string {
  if (!link) return text;
  const address = link.url.replace(/^mailto:/, '');
  return link.label === address || link.label === link.url
    ? `${text}${beforeLink(text)}${address}`
    : `${text}${beforeLink(text)}${labelled(link.label, link.url, locale)}`;
}

function fact({ label, value, lines, link }: Fact, locale: Locale): string {
  const address = link ? [labelled(link.label, link.url, locale)] : [];
  return [labelled(label, value, locale), ...lines, ...address].join('\n');
}

function tickets({ title, rows }: { title: string; rows: TicketRow[] }, locale: Locale): string {
  const entries = rows.map((row) =>
    [`- ${sideBySide([row.name, row.detail], locale)}`, ...(row.link ? [`  ${row.link.url}`] : [])].join(
      '\n',
    ),
  );
  return [underlined(title), ...entries].join('\n');
}

function receipt({ title, lines, total }: Receipt, locale: Locale): string {
  return [
    underlined(title),
    ...lines.map((line) => labelled(line.label, line.amount, locale)),
    labelled(total.label, total.amount, locale),
    ...(total.note ? [total.note] : []),
  ].join('\n');
}

function note(item: Note): string {
  return [underlined(item.title), 'html' in item ? htmlToText(item.html) : item.text].join('\n');
}

const footerLine = (line: FooterLine, locale: Locale) =>
  'html' in line ? htmlToText(line.html) : paragraph(line, locale);

/** Chinese characters are two columns wide in a fixed-width font. */
function underlined(title: string): string {
  const width = [...title].reduce((sum, char) => sum + (/\p{Script=Han}/u.test(char) ? 2 : 1), 0);
  return `${title}\n${'-'.repeat(width)}`;
}

/** The letter as plain text with the same facts and links, for a fixed-width font. */
export function renderText(letter: Letter, locale: Locale): string {
  const written = (item: Paragraph) => paragraph(item, locale);
  const blocks = [
    letter.sender,
    letter.title,
    ...letter.body.map(written),
    ...(letter.rich ? [htmlToText(letter.rich)] : []),
    ...(letter.action
      ? [`${labelled(letter.action.label, '', locale).trimEnd()}\n${letter.action.url}`]
      : []),
    // The text already has the full address, so the paragraph that repeats it is left out.
    ...letter.afterAction
      .filter(({ link }) => link === undefined || link.url !== letter.action?.url)
      .map(written),
    ...letter.facts.map((item) => fact(item, locale)),
    ...(letter.tickets ? [tickets(letter.tickets, locale)] : []),
    ...(letter.receipt ? [receipt(letter.receipt, locale)] : []),
    ...letter.notes.map(note),
    ['--', ...letter.footer.map((line) => footerLine(line, locale))].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}
