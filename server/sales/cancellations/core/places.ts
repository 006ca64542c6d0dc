import type { ErrorCode, FieldError } from '@entrada/contract/errors';
import type { Order, OrderItem } from '../../orders/core/types.ts';

export type Attendee = { id: number; orderItemId: number; status: string };
type Wish = { attendeeIds?: number[] | undefined; lineIds?: number[] | undefined };

/** The places of a request: attendees by their ids, and lines that admit nobody. */
export type ChosenPlaces = { attendeeIds: number[]; lineIds: number[] };

const isSupport = ({ admits }: OrderItem) => !admits;

/**
 * The places that a request means: what it names, or all of the order. Answers only those that are cancelled or not, as
 * `isCancelled` says. Pure. Refuses ids that are not of this order, each by its path.
 */
export function choosePlaces(
  order: Pick<Order, 'items'>,
  attendees: readonly Attendee[],
  { attendeeIds, lineIds }: Wish,
  isCancelled: boolean,
): { ok: true; places: ChosenPlaces } | { ok: false; errors: FieldError[] } {
  const support = order.items.filter(isSupport);
  const unknown = (path: string, ids: readonly number[], known: readonly { id: number }[]) =>
    ids.flatMap((id, at): FieldError[] =>
      known.some((one) => one.id === id) ? [] : [{ path: `${path}.${at}`, code: 'not_found' }],
    );
  const errors = [
    ...unknown('attendeeIds', attendeeIds ?? [], attendees),
    ...unknown('lineIds', lineIds ?? [], support),
  ];
  if (errors.length > 0) return { ok: false, errors };
  const isAll = attendeeIds === undefined && lineIds === undefined;
  const isMeant = (ids: readonly number[] | undefined, id: number) => isAll || (ids?.includes(id) ?? false);
  return {
    ok: true,
    places: {
      attendeeIds: attendees
        .filter(({ id, status }) => isMeant(attendeeIds, id) && (status === 'cancelled') === isCancelled)
        .map(({ id }) => id),
      lineIds: support
        .filter((line) => isMeant(lineIds, line.id) && line.isCancelled === isCancelled)
        .map(({ id }) => id),
    },
  };
}

/** Why an order in this state can neither be cancelled nor made valid again. Null if its state allows it. Pure. */
export function obstacleOf(
  { status, paymentStatus }: Pick<Order, 'status' | 'paymentStatus'>,
  wish: 'cancel' | 'reactivate',
): ErrorCode | null {
  if (status === 'completed') return null;
  if (status === 'cancelled') {
    const wasComplete = paymentStatus === 'paid' || paymentStatus === 'not_required';
    return wish === 'reactivate' && wasComplete ? null : 'ORDER_CANCELLED';
  }
  return status === 'expired' ? 'ORDER_EXPIRED' : 'ORDER_NOT_COMPLETE';
}
