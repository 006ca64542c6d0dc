import type { Composers } from '../platform/mailer.ts';
import type { Parts } from '../platform/parts.ts';

export const orderMails = (_parts: Parts): Composers => ({});
