import type { Organizer } from '@entrada/contract/catalog/organizers';
import { type Currency, isCurrency } from '@entrada/contract/money';
import { type TypedStep, typedSteps } from '../kit/policies/typed-steps.ts';

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
