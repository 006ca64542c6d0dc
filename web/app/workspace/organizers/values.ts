import { type Organizer, updateOrganizer } from '@entrada/contract/catalog/organizers';
import { type Currency, isCurrency } from '@entrada/contract/money';
import type { z } from 'zod';
import { type FormCall, type Judged, judge } from '../kit/form/judge.ts';
import { readTyped } from '../kit/form/typed.ts';
import { readSteps, type TypedStep, typedSteps } from '../kit/policies/typed-steps.ts';
import type { OrganizerBody } from './api.ts';

export type OrganizerValues = {
  name: string;
  slug: string;
  email: string;
  website: string;
  description: string;
  currency: Currency;
  timezone: string;
  giveBack: TypedStep[];
};
export type OrganizerField = keyof OrganizerValues;

const ORGANIZER_FIELDS = [
  'name',
  'slug',
  'email',
  'website',
  'description',
  'currency',
  'timezone',
  'giveBack',
] as const satisfies readonly OrganizerField[];

/** Error codes about the address. Their messages stand at its field. */
export const SLUG_PLACES = { SLUG_TAKEN: 'slug', SLUG_RESERVED: 'slug' } as const;

export const asCurrency = (code: string): Currency => (isCurrency(code) ? code : 'EUR');

export function organizerValues(organizer: Organizer, locale: string): OrganizerValues {
  const { name, slug, email, website, description, currency, timezone } = organizer;
  return {
    name,
    slug,
    email,
    website,
    description,
    currency: asCurrency(currency),
    timezone,
    giveBack: typedSteps(organizer.giveBack, locale),
  };
}

/** The fields that differ, in the order of the form. */
export function changedFields(from: OrganizerValues, to: OrganizerValues): OrganizerField[] {
  return ORGANIZER_FIELDS.filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]));
}

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
