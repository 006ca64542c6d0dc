import { ZONE_HEADER } from '@entrada/contract/accounts/zone-header';
import { formText } from '../../platform/api/form.ts';

/** The field of a form with the visitor's own time zone, and the header with which it goes along to the API. */
export const ZONE_FIELD = 'timezone';

/** What a call that opens a session tells about where the visitor is. Nothing without scripts. */
export function zoneHeader(form: FormData): Record<string, string> {
  const zone = formText(form, ZONE_FIELD);
  return zone === '' ? {} : { [ZONE_HEADER]: zone };
}
