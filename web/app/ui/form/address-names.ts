import type { AddressPart } from '@entrada/contract/catalog/answers';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The labels of an address's parts. */
export const addressPartNames: Record<AddressPart, MessageDescriptor> = {
  line1: msg`Street and number`,
  line2: msg`Apartment, floor, company`,
  postalCode: msg`Postal code`,
  city: msg`City`,
  region: msg`State or region`,
  country: msg`Country`,
};
