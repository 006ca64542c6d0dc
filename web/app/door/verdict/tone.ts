import type { Verdict } from '@entrada/contract/door/check-in';

/** `ok`: come in, or go. `attn`: somebody should look. `bad`: do not admit. */
export type Tone = 'ok' | 'attn' | 'bad';

const TONES: Record<Verdict, Tone> = {
  admitted: 'ok',
  checked_out: 'ok',
  already_in: 'attn',
  just_scanned: 'attn',
  unreadable: 'attn',
  number: 'attn',
  not_inside: 'attn',
  no_check_out: 'bad',
  unknown: 'bad',
  cancelled: 'bad',
  unpaid: 'bad',
  revoked: 'bad',
  wrong_event: 'bad',
  wrong_ticket: 'bad',
  wrong_day: 'bad',
  called_off: 'bad',
  not_active: 'bad',
  expired: 'bad',
};

export const toneOf = (verdict: Verdict): Tone => TONES[verdict];

/** Whether the answer turns somebody away at the entrance. The others say what to do. */
export const turnsAway = (verdict: Verdict): boolean =>
  toneOf(verdict) === 'bad' && verdict !== 'no_check_out';
