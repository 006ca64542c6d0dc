import type { Composers } from '../platform/mailer.ts';

/** The mails of this feature. */
export const accountMails: Composers = {};
