import { htmlToText } from './html-to-text.ts';
import type { Fact, FooterLine, Letter, Note, Paragraph, Receipt, TicketRow } from './letter.ts';

function paragraph({ text, link }: Paragraph): string {
  if (!link) return text;
  const address = link.url.replace(/^mailto:/, '');
  return link.label === address || link.label === link.url
    ? `${text} ${address}`
    : `${text} ${link.label}: ${link.url}`;
}

function fact({ label, value, lines, link }: Fact): string {
  return [`${label}: ${value}`, ...lines, ...(link ? [`${link.label}: ${link.url}`] : [])].join('\n');
}

function tickets({ title, rows }: { title: string; rows: TicketRow[] }): string {
  const entries = rows.map((row) =>
    [`- ${row.name}, ${row.detail}`, ...(row.link ? [`  ${row.link.url}`] : [])].join('\n'),
  );
  return [underlined(title), ...entries].join('\n');
}

function receipt({ title, lines, total }: Receipt): string {
  return [
    underlined(title),
    ...lines.map((line) => `${line.label}: ${line.amount}`),
    `${total.label}: ${total.amount}`,
    ...(total.note ? [total.note] : []),
  ].join('\n');
}

function note(item: Note): string {
  return [underlined(item.title), 'html' in item ? htmlToText(item.html) : item.text].join('\n');
}

const footerLine = (line: FooterLine) => ('html' in line ? htmlToText(line.html) : paragraph(line));

/** Chinese characters are two columns wide in a fixed-width font. */
function underlined(title: string): string {
  const width = [...title].reduce((sum, char) => sum + (/\p{Script=Han}/u.test(char) ? 2 : 1), 0);
  return `${title}\n${'-'.repeat(width)}`;
}

/** The letter as plain text with the same facts and links, for a fixed-width font. */
export function renderText(letter: Letter): string {
  const blocks = [
    letter.sender,
    letter.title,
    ...letter.body.map(paragraph),
    ...(letter.action ? [`${letter.action.label}:\n${letter.action.url}`] : []),
    // The text already has the full address, so the paragraph that repeats it is left out.
    ...letter.afterAction
      .filter(({ link }) => link === undefined || link.url !== letter.action?.url)
      .map(paragraph),
    ...letter.facts.map(fact),
    ...(letter.tickets ? [tickets(letter.tickets)] : []),
    ...(letter.receipt ? [receipt(letter.receipt)] : []),
    ...letter.notes.map(note),
    ['--', ...letter.footer.map(footerLine)].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}
