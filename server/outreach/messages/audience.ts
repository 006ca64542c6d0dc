import { type ListQuery, type ListRules, listQuery } from '@entrada/contract/list';
import type { Audience } from '@entrada/contract/outreach/audience';
import { attendeeListRules } from '@entrada/contract/sales/attendees';
import { orderListRules } from '@entrada/contract/sales/orders';
import type { AccountScope } from '../../platform/context.ts';
import { AppError, failFields } from '../../platform/errors.ts';
import { parseGiven } from '../../platform/http/parse.ts';
import { expectReadable } from '../../platform/lists/page.ts';
import { foundChosen, selectionOf } from '../../platform/lists/selection.ts';
import { audienceSource, type FoundAudience } from './audience-queries.ts';

const RULES: Record<Audience['to'], ListRules> = { attendees: attendeeListRules, buyers: orderListRules };

/** The query of the list without what means nothing to a message. */
function queryOf({ to, query }: Audience): ListQuery {
  const { page: _, per_page: __, sort_by: ___, sort_direction: ____, ...kept } = query;
  return parseGiven(listQuery(RULES[to]), kept);
}

/** Whether an audience names its rows or their states. Any other finds valid tickets and complete orders only. Pure. */
export const isNarrowed = (audience: Audience): boolean =>
  audience.ids !== undefined || queryOf(audience).filters.some(({ field }) => field === 'status');

function read(scope: AccountScope, eventId: number, audience: Audience): FoundAudience {
  const { to, ids, except } = audience;
  const query = queryOf(audience);
  const source = audienceSource(scope, eventId, { to, onlyValid: !isNarrowed(audience) });
  expectReadable(source, query);
  return { to, rows: foundChosen(source, selectionOf({ query, ids, except })) };
}

/**
 * Whom an audience finds in an event of the account. Reads nothing. Throws VALIDATION_FAILED if the list would refuse the query
 * or one of its values; the errors name their place in the body.
 */
export function readAudience(scope: AccountScope, eventId: number, audience: Audience): FoundAudience {
  try {
    return read(scope, eventId, audience);
  } catch (error) {
    if (!(error instanceof AppError && error.errors)) throw error;
    throw failFields(error.errors.map((one) => ({ ...one, path: `audience.query.${one.path}` })));
  }
}
