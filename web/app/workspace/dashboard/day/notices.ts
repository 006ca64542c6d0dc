import type { DoorDay } from '../reads.ts';

type Door = DoorDay['doors'][number];

/** `silent`: nobody enters there although people enter elsewhere. `busy`: more people come than its devices take without a queue. */
export type Notice = { kind: 'silent' | 'busy'; door: Door };

/** One device takes about this many people a minute before a queue grows. */
const PER_DEVICE = 10;

/** What somebody at the doors should know now, silent doors first. */
export function noticesOf(doors: readonly Door[]): Notice[] {
  const someoneEnters = doors.some(({ devices }) => devices > 0);
  const silent = doors.filter(
    ({ devices, lastEntryAt }) => someoneEnters && devices === 0 && lastEntryAt !== null,
  );
  const busy = doors.filter(({ devices, pace }) => devices > 0 && pace / devices >= PER_DEVICE);
  return [
    ...silent.map((door): Notice => ({ kind: 'silent', door })),
    ...busy.map((door): Notice => ({ kind: 'busy', door })),
  ];
}
