import type { Verdict } from '@entrada/contract/door/check-in';
import { checkInAttendees, undoAttendeeCheckIns } from '@entrada/contract/door/workspace-check-in';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { api, newIdempotencyKey } from '../../../platform/api/client.ts';
import { keys } from '../data/keys.ts';
import { useChange } from '../data/use-change.ts';
import { useSomeNames } from '../display/some-names.tsx';
import { notifyError, notifyUndo } from '../frame/notify.tsx';
import { eachOnce } from './each-once.ts';
import { refusalReasons } from './refusals.ts';

export type Person = { id: number; name: string };
export type OpenList = { id: number; name: string };
type Asked = { list: OpenList; people: readonly Person[] };

/** A message names so many people for each reason. */
const NAMED = 3;

/** Checks attendees in by a list as its door does, tells who was refused and why, and takes it back. */
export function useCheckIn(eventId: number) {
  const { t } = useLingui();
  const client = useQueryClient();
  const someNames = useSomeNames();
  const touched = () => [
    keys.orders(eventId),
    keys.attendees(eventId),
    keys.timelines(eventId),
    keys.checkInLists(eventId),
    keys.stats(eventId),
  ];
  const input = ({ list, people }: Asked) => ({
    params: { eventId: String(eventId), listId: String(list.id) },
    body: { attendeeIds: people.map(({ id }) => id) },
  });
  const common = {
    invalidates: touched,
    // Some may be in although the answer was lost.
    onError: () => {
      for (const queryKey of touched()) void client.invalidateQueries({ queryKey });
      return false;
    },
  };
  const takeBack = useChange({
    ...common,
    run: (asked: Asked) => api(undoAttendeeCheckIns, input(asked)),
    success: ({ data }, { people }) => {
      const out = people.filter(({ id }) => data.undone.includes(id));
      // Nobody: another door was faster, and they are out all the same.
      const names = someNames(eachOnce(out.length > 0 ? out : people), NAMED);
      return t`Check-in taken back: ${names}`;
    },
  });
  const letIn = useChange({
    ...common,
    run: (asked: Asked) => api(checkInAttendees, input(asked), { idempotencyKey: newIdempotencyKey() }),
    onDone: ({ data: answers }, { list, people }) => {
      const verdicts = new Map(answers.map(({ attendeeId, verdict }) => [attendeeId, verdict]));
      const admitted = people.filter(({ id }) => verdicts.get(id) === 'admitted');
      const refused = Map.groupBy(
        people.filter((one) => !admitted.includes(one)),
        ({ id }) => verdicts.get(id) ?? 'unknown',
      );
      if (refused.size > 0) notifyError(<Refused refused={refused} />);
      if (admitted.length === 0) return;
      const names = someNames(eachOnce(admitted), NAMED);
      notifyUndo({
        id: `checked-in-${eventId}`,
        message: t`Checked in: ${names}`,
        undo: () => void takeBack.start({ list, people: admitted }),
        isMany: admitted.length > 1,
      });
    },
  });
  return { letIn: letIn.start, takeBack: takeBack.start };
}

/** Who was not let in, by reason. */
function Refused({ refused }: { refused: Map<Verdict, readonly Person[]> }) {
  const { i18n } = useLingui();
  const someNames = useSomeNames();
  return [...refused].map(([verdict, people]) => (
    <div key={verdict}>{i18n._(refusalReasons[verdict](someNames(eachOnce(people), NAMED)))}</div>
  ));
}
