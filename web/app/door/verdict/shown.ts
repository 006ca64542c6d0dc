import type { Verdict } from '@entrada/contract/door/check-in';
import { readTicketNumber } from '@entrada/contract/door/ticket-code';
import type { Attempt } from '../attempt.ts';
import type { DeviceAnswer } from '../offline/types.ts';

/** `number`: not a code, but the number of a ticket or an order. The door calls it unknown. */
export type ShownVerdict = Verdict | 'number';

/** The answer to an attempt of the scanner as people see it. */
export type ShownAnswer = Omit<DeviceAnswer, 'verdict'> & {
  verdict: ShownVerdict;
  /** What the guest is searched by; null unless it is the verdict. */
  number: string | null;
};

export function shownAnswer(answer: DeviceAnswer, attempt: Attempt): ShownAnswer {
  const isUnknown = answer.verdict === 'unknown' && attempt.method === 'scan';
  const number = isUnknown ? readTicketNumber(attempt.code) : null;
  return { ...answer, verdict: number === null ? answer.verdict : 'number', number };
}
