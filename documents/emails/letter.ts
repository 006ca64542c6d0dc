import type { Locale } from '@entrada/contract/constants';
import type { I18n } from '@lingui/core';

/** What a message is made with: its language, and the translation of a message descriptor. */
export type Writer = { i18n: I18n; locale: Locale };

export type Link = { label: string; url: string };

/** A paragraph; `strong` is the part of it that is set in bold. */
export type Paragraph = { text: string; strong?: string; link?: Link };

export type Fact = { label: string; value: string; lines: string[]; link: Link | null };

export type TicketRow = { name: string; detail: string; link: Link | null };

export type ReceiptLine = { label: string; amount: string; isQuiet?: boolean };

export type Receipt = {
  title: string;
  lines: ReceiptLine[];
  total: { label: string; note: string | null; amount: string };
};

/** A message with a heading: plain text that may hold addresses, or HTML that was sanitized before. */
export type Note = { title: string } & ({ text: string } | { html: string });

/** A line under the letter: ours, or the organizer's own HTML, which was sanitized before. */
export type FooterLine = Paragraph | { html: string };

/**
 * One email before it has a form. The HTML and the plain text are both written from this, so that
 * neither says less than the other.
 */
export type Letter = {
  subject: string;
  preheader: string;
  sender: string;
  cover: { url: string; alt: string } | null;
  title: string;
  body: Paragraph[];
  action: Link | null;
  afterAction: Paragraph[];
  facts: Fact[];
  tickets: { title: string; rows: TicketRow[] } | null;
  receipt: Receipt | null;
  notes: Note[];
  footer: FooterLine[];
};
