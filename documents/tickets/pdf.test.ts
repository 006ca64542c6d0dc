import { inflateSync } from 'node:zlib';
import { LOCALES } from '@entrada/contract/constants';
import { expect, test } from 'vitest';
import { renderTicketPdf } from '../index.ts';
import { sampleTickets } from '../samples/pdf.ts';
import { pdfText } from '../test/pdf-text.ts';

function pages(pdf: Uint8Array): number {
  return (
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length ?? 0
  );
}

/** The code points that embedded fonts map their glyphs to, read from the ToUnicode tables. */
function characters(pdf: Uint8Array): string {
  const raw = Buffer.from(pdf).toString('latin1');
  const streams = [...raw.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, body = '']) => {
    try {
      return inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  const maps = streams.filter((stream) => stream.includes('beginbfrange'));
  const codes = maps.flatMap((map) => [...map.matchAll(/<([0-9a-f]{4})>/g)].map(([, code = '']) => code));
  return codes.map((code) => String.fromCharCode(Number.parseInt(code, 16))).join('');
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test.each(LOCALES)('one page for each ticket in %s', async (locale) => {
  const pdf = await renderTicketPdf(sampleTickets, locale);
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
  expect(pages(pdf)).toBe(2);
});

test('a cover is drawn, and one that is no picture is left out', async () => {
  const plain = await renderTicketPdf(sampleTickets, 'en');
  const covered = await renderTicketPdf({ ...sampleTickets, cover: PIXEL }, 'en');
  expect(Buffer.from(covered).toString('latin1')).toContain('/Subtype /Image');
  const broken = await renderTicketPdf({ ...sampleTickets, cover: PIXEL.subarray(0, 20) }, 'en');
  const text = await renderTicketPdf({ ...sampleTickets, cover: new TextEncoder().encode('<svg/>') }, 'en');
  for (const pdf of [plain, broken, text]) {
    expect(Buffer.from(pdf).toString('latin1')).not.toContain('/Subtype /Image');
    expect(pages(pdf)).toBe(2);
  }
});

test('long texts stay on their page', async () => {
  const long = 'Internationales Donaudampfschifffahrtsgesellschaftskapitänstreffen '.repeat(4);
  const event = {
    ...sampleTickets.event,
    title: long,
    organizerName: long,
    location: { name: long, address: long, mapUrl: null },
    supportEmail: `${'very'.repeat(20)}@example.org`,
  };
  const tickets = sampleTickets.tickets.map((ticket) => ({ ...ticket, name: long, ticketTitle: long }));
  expect(pages(await renderTicketPdf({ ...sampleTickets, event, tickets, cover: PIXEL }, 'de'))).toBe(2);
});

test('Chinese names and labels print in Chinese', async () => {
  const event = { ...sampleTickets.event, title: '海浪音乐节 2027：三天三夜', organizerName: '海浪实验室' };
  const [first] = sampleTickets.tickets;
  const tickets = first ? [{ ...first, name: '王小明', ticketTitle: '早鸟票' }] : [];
  const [text = ''] = await pdfText(await renderTicketPdf({ ...sampleTickets, event, tickets }, 'zh-cn'));
  for (const word of [
    '海浪音乐节 2027：',
    '海浪实验室',
    '王小明',
    '早鸟票',
    '价格',
    '主办方',
    '2027年6月11日',
  ]) {
    expect(text).toContain(word);
  }
  expect(text).not.toMatch(/Price|Organizer|Ticket/);
  const [english = ''] = await pdfText(await renderTicketPdf({ ...sampleTickets, event, tickets }, 'en'));
  expect(english).toContain('王小明');
});

test('names without glyphs give way to the number, never to boxes', async () => {
  const event = { ...sampleTickets.event, title: 'مهرجان', organizerName: 'مختبر' };
  const [first] = sampleTickets.tickets;
  const tickets = first ? [{ ...first, name: 'ليلى', ticketTitle: 'תמיד' }] : [];
  const pdf = await renderTicketPdf({ ...sampleTickets, event, tickets }, 'zh-cn');
  expect(pages(pdf)).toBe(1);
  const seen = characters(pdf);
  expect(seen).not.toMatch(/\p{Script=Arabic}|\p{Script=Hebrew}/u);
  for (const char of 'A-4H8KD2') expect(seen).toContain(char);
});

test('Cyrillic, Vietnamese and Polish names print', async () => {
  const [first] = sampleTickets.tickets;
  const tickets = ['Ольга Петрова', 'Nguyễn Thị Hạnh', 'Łukasz Żółć', 'Party 🎉 Ann'].map((name) =>
    first ? { ...first, name } : [],
  );
  const seen = characters(await renderTicketPdf({ ...sampleTickets, tickets: tickets.flat() }, 'en'));
  for (const char of 'ОльгаПетроваễịạŁŻ') expect(seen).toContain(char);
});

test('a file has its own characters where a glyph stands for several, whatever was drawn before it', async () => {
  const nameOn = async (name: string) => {
    const tickets = sampleTickets.tickets.slice(0, 1).map((ticket) => ({ ...ticket, name }));
    return (await pdfText(await renderTicketPdf({ ...sampleTickets, tickets }, 'en'))).join();
  };
  // One glyph of the Chinese font is both the figure dash and the en dash.
  expect(await nameOn('张\u2012伟')).toContain('张\u2012伟');
  expect(await nameOn('张\u2013伟')).toContain('张\u2013伟');
});
