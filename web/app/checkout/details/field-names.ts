import { ADDRESS_PARTS } from '@entrada/contract/catalog/answers';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { addressPartNames } from '../../ui/form/address-names.ts';
import { unitsOf } from './answer-sheets.ts';
import type { Person } from './form.ts';

const personNames: Record<keyof Person, MessageDescriptor> = {
  firstName: msg`First name`,
  lastName: msg`Last name`,
  email: msg`Email`,
};

/**
 * The name of a field by its path in the body, as the page shows it: "Attendee 2 of 3, Last name". It needs no
 * document, so an error summary names its fields without scripts too. Empty for a path without a field.
 */
export function nameOfField(i18n: I18n, order: BuyerOrder, path: string): string {
  const keys = path.split('.');
  const unit = /^attendee/.test(path) ? [unitName(i18n, order, Number(keys[1]))] : [];
  const rest = keys.slice(
    unit.length + (/^(attendees|attendeeAnswers|answers)$/.test(keys[0] ?? '') ? 1 : 0),
  );
  const [key = '', part = ''] = rest;
  if (Object.hasOwn(personNames, key))
    return sideBySide([...unit, i18n._(personNames[key as keyof Person])], i18n.locale);
  const question = order.questions.find(({ id }) => String(id) === key);
  if (!question) return unit.join('');
  const known = ADDRESS_PARTS.find((one) => one === part);
  return sideBySide([...unit, question.title, known && i18n._(addressPartNames[known])], i18n.locale);
}

function unitName(i18n: I18n, order: BuyerOrder, index: number): string {
  const number = index + 1;
  const of = unitsOf(order).length;
  return order.attendeeDetails === 'per_ticket'
    ? i18n._(msg`Attendee ${number} of ${of}`)
    : i18n._(msg`Ticket ${number} of ${of}`);
}
