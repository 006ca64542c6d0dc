import { readTicketNumber } from '@entrada/contract/door/ticket-code';
import type { Attempt } from '../attempt.ts';
import type { DeviceAnswer } from '../offline/types.ts';

/** The answer to an attempt of the scanner as people see it. */
export type ShownAnswer = DeviceAnswer & {
  /** What the guest is searched by where a number was scanned; else null. */
  number: string | null;
};

export const shownAnswer = (answer: DeviceAnswer, attempt: Attempt): ShownAnswer => ({
  ...answer,
  number: answer.verdict === 'number' && attempt.method === 'scan' ? readTicketNumber(attempt.code) : null,
});
