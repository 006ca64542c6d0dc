import type { Parts } from '../platform/parts.ts';
import type { Composers } from '../platform/mailer.ts';

export const orderMails = (_parts: Parts): Composers => ({});
