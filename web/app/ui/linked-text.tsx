import { Fragment } from 'react';

/** Plain text in which web addresses become links. Other schemes stay text. */
export function LinkedText({ text }: { text: string }) {
  return linkParts(text).map(({ text: part, isLink }, index) =>
    isLink ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <a key={index} className="link" href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}

/** Splits a text at its web addresses. Together the parts are the whole text again. */
export function linkParts(text: string): { text: string; isLink: boolean }[] {
  const parts: { text: string; isLink: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"，。；：！？（）、]+/gi)) {
    // Punctuation or a bracket after an address is not part of it.
    const address = match[0].replace(/[.,;:!?)\]}'’”»]+$/u, '');
    if (!URL.canParse(address)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isLink: false });
    parts.push({ text: address, isLink: true });
    end = match.index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isLink: false });
  return parts;
}
