import { updateOrganizer } from '@entrada/contract/catalog/organizers';
import type { z } from 'zod';
import { type FormCall, type Judged, judge } from '../kit/form/judge.ts';
import { readTyped } from '../kit/form/typed.ts';
import { readSteps } from '../kit/policies/typed-steps.ts';
import type { OrganizerBody } from './api.ts';
import type { OrganizerField, OrganizerValues } from './values.ts';

/** Turns the form's values into the body of the request, or lists its errors. */
export function readOrganizer<Body extends z.ZodType>(
  call: FormCall<Body>,
  body: z.input<Body> & { slug?: string | undefined; email?: string | undefined },
  typed = readTyped(),
): Judged<z.output<Body>> {
  // The schema would call an empty field too short or of a wrong format.
  for (const field of ['slug', 'email'] as const)
    if (body[field] !== undefined) typed.filled(field, body[field]);
  return judge(call, body, typed);
}

/** Turns what was changed of an organizer into the body of the request, or lists its errors. */
export function readOrganizerChange(
  version: number,
  values: OrganizerValues,
  changed: readonly OrganizerField[],
): Judged<OrganizerBody> {
  const typed = readTyped();
  const { giveBack, ...plain } = Object.fromEntries(
    changed.map((field) => [field, values[field]]),
  ) as Partial<OrganizerValues>;
  const steps = giveBack && readSteps(giveBack, typed, 'giveBack');
  return readOrganizer(
    updateOrganizer,
    { version, ...plain, ...(steps && { giveBack: steps as never }) },
    typed,
  );
}
