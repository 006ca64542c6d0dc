import type { AccountScope } from '../../../platform/context.ts';
import type { Range } from '../../figures/core/days.ts';
import type { FiguredEvent } from '../../figures/queries.ts';

/** What a report is about: one event, or with null all events of the account, on these days of each event's own zone. */
export type Span = { scope: AccountScope; eventId: number | null; range: Range };

export type EventSpan = Span & { eventId: number; event: FiguredEvent };
