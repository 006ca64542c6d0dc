import type { Guest } from '@entrada/contract/door/check-in';
import type { FoundGuest } from '@entrada/contract/door/supervising';
import { useState } from 'react';
import { type Answer, type Attempt, newAttempt, newUndo, type UndoAttempt, type Undone } from '../attempt.ts';
import type { KeptPerson, Person } from '../person/known.ts';
import type { Counts } from '../use-door.ts';
import type { GuestPage, GuestsAsked } from './guests.ts';

export type RowState =
  | { step: 'idle' }
  | { step: 'busy' }
  | { step: 'answered'; answer: Answer }
  | { step: 'undone' }
  | { step: 'failed'; error: unknown; retry: { attempt: Attempt } | { undo: UndoAttempt } };

/** Finds people by the server, or, without a connection, among the tickets on this phone. `ask` asks the server. */
export type Finding = {
  findGuests: (asked: GuestsAsked, ask: () => Promise<GuestPage>) => Promise<GuestPage>;
  findAlike: (
    asked: { query: string; isEverywhere: boolean },
    ask: () => Promise<FoundGuest[]>,
  ) => Promise<FoundGuest[]>;
  findPerson: (reference: string, ask: () => Promise<Person>) => Promise<Person | KeptPerson>;
};

/** Shared by the rows of the guest list. */
export type RowTools = Finding & {
  listShortId: string;
  device: string;
  attempt: (attempt: Attempt) => Promise<Answer>;
  undo: (undo: UndoAttempt) => Promise<Undone>;
  onAnswer: (answer: Answer) => void;
  onCounts: (counts: Counts) => void;
  onGuest: (guest: Guest) => void;
  onError: (error: unknown) => void;
};

/** Check-in and undo of one row. A failed call keeps its nonce for the next attempt. */
export function useRowCheckIn(guest: Guest, tools: RowTools) {
  const { onAnswer, onCounts, onGuest, onError } = tools;
  const [state, setState] = useState<RowState>({ step: 'idle' });

  const send = async (attempt: Attempt) => {
    setState({ step: 'busy' });
    try {
      const answer = await tools.attempt(attempt);
      setState({ step: 'answered', answer });
      if (answer.guest) onGuest(answer.guest);
      onAnswer(answer);
      onCounts(answer);
    } catch (error) {
      setState({ step: 'failed', error, retry: { attempt } });
      onError(error);
    }
  };
  const takeBack = async (undo: UndoAttempt) => {
    setState({ step: 'busy' });
    try {
      const undone = await tools.undo(undo);
      setState({ step: 'undone' });
      onGuest(undone.guest);
      onCounts(undone);
    } catch (error) {
      setState({ step: 'failed', error, retry: { undo } });
      onError(error);
    }
  };
  return {
    state,
    checkIn: () => void send(newAttempt({ method: 'search', reference: guest.reference })),
    undo: () => void takeBack(newUndo(guest.reference)),
    retry: () => {
      if (state.step !== 'failed') return;
      void ('attempt' in state.retry ? send(state.retry.attempt) : takeBack(state.retry.undo));
    },
  };
}
