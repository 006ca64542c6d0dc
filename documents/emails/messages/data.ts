import type { EventFacts } from '../../facts.ts';

/** What an organizer wrote to an attendee or a buyer. */
export type EventMessageData = {
  baseUrl: string;
  event: EventFacts;
  /** With placeholders of the contract. */
  message: {
    subject: string;
    /** Sanitized HTML. */
    bodyHtml: string;
  };
  recipient: { firstName: string; lastName: string };
  /** Of an attendee; null for a buyer. */
  ticket: { ticketTitle: string; reference: string; url: string } | null;
  /** `url` is null for an attendee who is not the buyer. */
  order: { reference: string; url: string | null };
  /** Where the reader ends news of this organizer; null for a message about a ticket. */
  unsubscribeUrl: string | null;
  /** `test`: its author alone gets it. `copy`: it is the author's own copy. */
  sentAs: 'message' | 'test' | 'copy';
};
