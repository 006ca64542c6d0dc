import type { Locale } from '@entrada/contract/constants';
import type { I18n } from '@lingui/core';
import type { Logo } from '../facts.ts';

/** Needed to write a message: its language, and the translation of a message descriptor. */
export type Writer = { i18n: I18n; locale: Locale };

export type Link = { label: string; url: string };

/** A paragraph. `strong` is the bold part of it. */
export type Paragraph = { text: string; strong?: string; link?: Link };

export type Fact = { label: string; value: string; lines: string[]; link: Link | null };

export type TicketRow = { name: string; detail: string; link: Link | null };

export type ReceiptLine = { label: string; amount: string; isQuiet?: boolean };

export type Receipt = {
  title: string;
  lines: ReceiptLine[];
  total: { label: string; note: string | null; amount: string };
};

/** A message with a heading. It is plain text that may contain addresses, or HTML that was already sanitized. */
export type Note = { title: string } & ({ text: string } | { html: string });

/** A line under the letter: our own text, or the organizer's HTML, which was already sanitized. */
export type FooterLine = Paragraph | { html: string };

/**
 * The content of an email without a format. The HTML and the plain text are both made from it, so that they contain
 * the same facts.
 */
export type Letter = {
  subject: string;
  preheader: string;
  sender: string;
  /** Beside the sender. */
  logo?: Logo | null;
  cover: { url: string; alt: string } | null;
  title: string;
  body: Paragraph[];
  /** What an organizer wrote, after the body. It is HTML that was already sanitized. */
  rich?: string;
  action: Link | null;
  afterAction: Paragraph[];
  facts: Fact[];
  tickets: { title: string; rows: TicketRow[] } | null;
  receipt: Receipt | null;
  notes: Note[];
  footer: FooterLine[];
};

/** What stands between a text and the link after it. A sign that is as wide as a Chinese character brings its own space. */
export const beforeLink = (text: string): string => (/[。？！：]$/.test(text) ? '' : ' ');
