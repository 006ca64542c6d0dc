import type { Organizer } from '@entrada/contract/catalog/organizers';
import { LIMITS } from '@entrada/contract/constants';
import type { FieldError } from '@entrada/contract/errors';
import { type Currency, isCurrency } from '@entrada/contract/money';
import { SLUG_LENGTH } from '@entrada/contract/slug';

export type OrganizerValues = {
  name: string;
  slug: string;
  email: string;
  website: string;
  description: string;
  currency: Currency;
  timezone: string;
};
export type OrganizerField = keyof OrganizerValues;

export const ORGANIZER_FIELDS = [
  'name',
  'slug',
  'email',
  'website',
  'description',
  'currency',
  'timezone',
] as const satisfies readonly OrganizerField[];

export const asCurrency = (code: string): Currency => (isCurrency(code) ? code : 'EUR');

export function organizerValues(organizer: Organizer): OrganizerValues {
  const { name, slug, email, website, description, currency, timezone } = organizer;
  return { name, slug, email, website, description, currency: asCurrency(currency), timezone };
}

/** What differs, in the order of the form. */
export function changedFields(from: OrganizerValues, to: OrganizerValues): OrganizerField[] {
  return ORGANIZER_FIELDS.filter((field) => from[field] !== to[field]);
}

/** What is wrong with a form before it is sent. */
export function wrongFields(values: OrganizerValues): FieldError[] {
  const wrong: FieldError[] = [];
  if (values.name.trim() === '') wrong.push({ path: 'name', code: 'required' });
  const { slug } = values;
  if (slug === '') wrong.push({ path: 'slug', code: 'required' });
  else if (slug.length < 2) wrong.push({ path: 'slug', code: 'too_short', min: 2 });
  else if (slug.length > SLUG_LENGTH) wrong.push({ path: 'slug', code: 'too_long', max: SLUG_LENGTH });
  if (values.email.trim() === '') wrong.push({ path: 'email', code: 'required' });
  if (values.website !== '' && !/^https?:\/\/\S+$/i.test(values.website)) {
    wrong.push({ path: 'website', code: 'invalid_url' });
  }
  if (values.description.length > LIMITS.ticketDescription) {
    wrong.push({ path: 'description', code: 'too_long', max: LIMITS.ticketDescription });
  }
  return wrong;
}
