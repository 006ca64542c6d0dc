import { msg } from '@lingui/core/macro';
import { expect, test } from 'vitest';
import { mailName } from './mail-words.ts';

test('the name of a mail about a refund is a noun, translated apart from the verb on a button', () => {
  expect(mailName('refunded').message).toBe('Refund');
  expect(mailName('refunded').id).not.toBe(msg`Refund`.id);
});

test('a mail about a change of the event says so, and one of an unknown kind is an email', () => {
  expect(mailName('event_changed').message).toBe('Event called off or moved');
  expect(mailName('a_kind_of_long_ago')).toEqual(msg`Email`);
  expect(mailName('toString')).toEqual(msg`Email`);
});
