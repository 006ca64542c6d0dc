/** Kinds of records that a field of another one names by their ids. */
export type NamedKind = 'attendee' | 'event' | 'organizer' | 'question' | 'tax_or_fee' | 'ticket' | 'user';

/** A field of an audit entry with its values as they were recorded. */
export type AuditedField = { field: string; from: unknown; to: unknown };

/** The same in words. Null: there was nothing, or is nothing any more. */
export type AuditedChange = { name: string; from: string | null; to: string | null };

/** What the values of an entry need to become words. */
export type AuditFacts = {
  /** Of the amounts. Null: nobody knows it, and amounts are left out. */
  currency: string | null;
  /** Of the times within the entry. */
  timeZone: string;
  /** What other records are called now, by the field that names their ids. */
  nameOf: (kind: NamedKind, id: number) => string | null;
};

/** The words of the audit log in the language of its reader. */
export type AuditWords = {
  /** A kind of record, such as "Promo code". */
  kind: (type: string) => string;
  /** What was done, such as "Tickets sent again". */
  what: (action: string) => string;
  /** What changed, without what only machines read. */
  changes: (fields: readonly AuditedField[], facts: AuditFacts) => AuditedChange[];
  /** Whether a field has a name, or is left out on purpose. */
  isKnown: (field: string) => boolean;
  /** The headers of the file, and who did what no person did. */
  head: (name: AuditHead) => string;
};
export type AuditHead =
  | 'title'
  | 'time'
  | 'person'
  | 'what'
  | 'kind'
  | 'record'
  | 'field'
  | 'before'
  | 'after'
  | 'nobody';
