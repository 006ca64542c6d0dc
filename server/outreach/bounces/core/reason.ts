import type { BounceReason } from '@entrada/contract/insight/timeline';

const REASONS: readonly (readonly [RegExp, BounceReason])[] = [
  [/^5\.1\.[23]$|^5\.4\.4$/, 'no_domain'],
  [/^5\.1\.|^5\.2\.1$|^5\.4\.1$/, 'no_mailbox'],
  [/^5\.2\.2$|^5\.3\.1$/, 'full'],
  [/^5\.7\./, 'unwanted'],
];

/** What a status (RFC 3463) says in plain words: why a mail came back. Pure. */
export const reasonOfStatus = (status: string): BounceReason =>
  REASONS.find(([pattern]) => pattern.test(status))?.[1] ?? 'other';
