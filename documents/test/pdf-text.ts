import { extractText } from 'unpdf';

/** The text of each page of a PDF, with single spaces between words. */
export async function pdfText(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(pdf));
  return text.map((page) => page.replace(/\s+/g, ' '));
}
