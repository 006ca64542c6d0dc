import type { CardBehaviour } from './model.ts';

export type TestCard = { number: string; brand: 'visa' | 'mastercard' | 'amex'; behaviour: CardBehaviour };

/**
 * The card numbers that the test bank knows. It accepts any future expiry date, any security code of the right
 * length (3 digits, 4 for Amex) and any name. Most are well-known test numbers with their usual meaning. The two
 * asynchronous numbers are Entrada's own, because no number is in common use for them. All pass the Luhn check.
 *
 * | Number              | What happens                                                          |
 * |---------------------|-----------------------------------------------------------------------|
 * | 4242 4242 4242 4242 | approved (also 5555 5555 5555 4444 Mastercard, 3782 822463 10005 Amex) |
 * | 4000 0000 0000 0002 | declined                                                              |
 * | 4000 0000 0000 9995 | declined: insufficient funds                                          |
 * | 4000 0000 0000 0069 | declined: expired card                                                |
 * | 4000 0000 0000 0127 | declined: incorrect security code                                     |
 * | 4000 0000 0000 0119 | declined: processing error                                            |
 * | 4000 0027 6000 3184 | 3-D Secure, approved when confirmed                                   |
 * | 4000 0084 0000 1629 | 3-D Secure, declined although confirmed                               |
 * | 4000 0000 0000 0077 | processing, succeeds after the delay                                  |
 * | 4000 0000 0000 0341 | processing, fails after the delay                                     |
 * | 4000 0000 0000 7726 | approved; a refund stays pending, succeeds after the delay            |
 * | 4000 0000 0000 5126 | approved; a refund succeeds at first and fails after the delay        |
 * | 4000 0000 0000 0259 | approved; disputed as fraudulent after the delay                      |
 * | 4000 0000 0000 1976 | approved; the buyer's bank asks about it after the delay              |
 */
export const TEST_CARDS: readonly TestCard[] = [
  {
    number: '4242424242424242',
    brand: 'visa',
    behaviour: { challenge: false, result: 'approve', refund: 'at_once' },
  },
  {
    number: '5555555555554444',
    brand: 'mastercard',
    behaviour: { challenge: false, result: 'approve', refund: 'at_once' },
  },
  {
    number: '378282246310005',
    brand: 'amex',
    behaviour: { challenge: false, result: 'approve', refund: 'at_once' },
  },
  {
    number: '4000000000000002',
    brand: 'visa',
    behaviour: { challenge: false, result: 'declined', refund: 'at_once' },
  },
  {
    number: '4000000000009995',
    brand: 'visa',
    behaviour: { challenge: false, result: 'insufficient_funds', refund: 'at_once' },
  },
  {
    number: '4000000000000069',
    brand: 'visa',
    behaviour: { challenge: false, result: 'expired_card', refund: 'at_once' },
  },
  {
    number: '4000000000000127',
    brand: 'visa',
    behaviour: { challenge: false, result: 'incorrect_cvc', refund: 'at_once' },
  },
  {
    number: '4000000000000119',
    brand: 'visa',
    behaviour: { challenge: false, result: 'processing_error', refund: 'at_once' },
  },
  {
    number: '4000002760003184',
    brand: 'visa',
    behaviour: { challenge: true, result: 'approve', refund: 'at_once' },
  },
  {
    number: '4000008400001629',
    brand: 'visa',
    behaviour: { challenge: true, result: 'declined', refund: 'at_once' },
  },
  {
    number: '4000000000000077',
    brand: 'visa',
    behaviour: { challenge: false, result: 'approve_later', refund: 'at_once' },
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    behaviour: { challenge: false, result: 'decline_later', refund: 'at_once' },
  },
  {
    number: '4000000000007726',
    brand: 'visa',
    behaviour: { challenge: false, result: 'approve', refund: 'succeeds_later' },
  },
  {
    number: '4000000000005126',
    brand: 'visa',
    behaviour: { challenge: false, result: 'approve', refund: 'fails_later' },
  },
  {
    number: '4000000000000259',
    brand: 'visa',
    behaviour: { challenge: false, result: 'approve', refund: 'at_once', dispute: 'dispute_later' },
  },
  {
    number: '4000000000001976',
    brand: 'visa',
    behaviour: { challenge: false, result: 'approve', refund: 'at_once', dispute: 'inquiry_later' },
  },
];

/** The test card with this number (digits only). Null for an unknown number, which the bank refuses. */
export function findTestCard(number: string): TestCard | null {
  return TEST_CARDS.find((card) => card.number === number) ?? null;
}
