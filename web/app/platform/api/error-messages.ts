import type { FieldError, FieldErrorCode } from '@entrada/contract/errors';
import { listed } from '@entrada/contract/words/side-by-side';
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { formatCount } from '../i18n/format.ts';
import { ApiError, type ApiErrorCode } from './error.ts';

/** Codes that only the workspace can get. Their messages are in the workspace's own table (workspace/kit/data/error-messages.ts). */
export type WorkspaceErrorCode =
  | 'MEMBER_EXISTS'
  | 'OWN_ADDRESS'
  | 'ALREADY_INVITED'
  | 'OWNER_FIXED'
  | 'OWNER_BY_HANDOVER'
  | 'OWN_MEMBERSHIP'
  | 'ROLE_REACHES_ALL'
  | 'OWNER_CANNOT_LEAVE'
  | 'TRANSFER_OPEN'
  | 'STALE_VERSION'
  | 'WRONG_PASSWORD'
  | 'IDENTITY_UNCONFIRMED'
  | 'SECOND_FACTOR_REQUIRED'
  | 'SECOND_FACTOR_MISSING'
  | 'SECOND_FACTOR_KEPT'
  | 'APP_ALREADY_ON'
  | 'ONLY_WAY_IN'
  | 'TOO_MANY_PASSKEYS'
  | 'MEMBER_ELSEWHERE'
  | 'OWNER_KEEPS_FACTORS'
  | 'EVENT_NEEDS_TICKET'
  | 'EVENT_ARCHIVED'
  | 'EVENT_OVER'
  | 'EVENT_CHANGE_UNDER_WAY'
  | 'EVENT_CHANGE_BEGUN'
  | 'EVENT_HAS_ORDERS'
  | 'INVALID_STATUS_CHANGE'
  | 'CURRENCY_LOCKED'
  | 'TICKET_TYPE_LOCKED'
  | 'TICKET_ADMITS_LOCKED'
  | 'TICKET_HAS_SALES'
  | 'PRICE_BELOW_PROVIDER_MINIMUM'
  | 'SLUG_TAKEN'
  | 'SLUG_RESERVED'
  | 'NO_TICKETS_YET'
  | 'TOO_MANY_QUESTIONS'
  | 'PROMO_CODE_HAS_USES'
  | 'AFFILIATE_HAS_ORDERS'
  | 'TOO_MANY_AFFILIATES'
  | 'TOO_MANY_VIEWS'
  | 'TOO_MANY_SCHEDULED_EXPORTS'
  | 'EXPORT_FILE_GONE'
  | 'MESSAGE_NOT_DRAFT'
  | 'MESSAGE_GOES_OUT'
  | 'MESSAGE_NOT_GOING_OUT'
  | 'MESSAGE_TO_NOBODY'
  | 'MESSAGE_PLACEHOLDER_UNKNOWN'
  | 'MESSAGE_TIME_PAST'
  | 'MESSAGE_TIME_AFTER_EVENT'
  | 'TOO_MANY_MESSAGES'
  | 'IMAGE_TOO_LARGE'
  | 'IMAGE_TYPE'
  | 'IMAGE_TOO_SMALL'
  | 'IMAGE_DIMENSIONS'
  | 'IMAGE_UNREADABLE'
  | 'FILE_TOO_LARGE'
  | 'FILE_TYPE'
  | 'FILE_UNREADABLE'
  | 'FILE_ENCODING'
  | 'FILE_EMPTY'
  | 'FILE_TOO_MANY_ROWS'
  | 'FILE_HEADER_TWICE'
  | 'IMPORT_INTERRUPTED'
  | 'ORDER_NOT_AWAITING_PAYMENT'
  | 'ORDER_NOT_COMPLETE'
  | 'ATTENDEE_CANCELLED'
  | 'ATTENDEE_CHECKED_IN'
  | 'TICKET_AWAITS_NAME'
  | 'DIFFERENCE_STILL_OPEN'
  | 'ADJUSTMENT_IS_PAID'
  | 'ADJUSTMENT_IS_WAIVED'
  | 'ORDER_IS_MANUAL'
  | 'ORDER_NOT_PAID_ONLINE'
  | 'PAYMENT_DISPUTED'
  | 'DISPUTE_NOT_LOST'
  | 'REFUND_PENDING'
  | 'REFUND_ABOVE_REMAINING'
  | 'REFUND_NOTHING_DUE'
  | 'ATTENDEE_ALREADY_REFUNDED'
  | 'LINE_ALREADY_REFUNDED'
  | 'REFUND_REQUEST_ANSWERED';

type Words<Code extends string> = Record<Code, MessageDescriptor>;

/** Codes of signing in and of invitations. Their messages are in errors/sign-in.ts. */
export type SignInErrorCode =
  | 'EMAIL_NOT_CONFIRMED'
  | 'WRONG_CREDENTIALS'
  | 'ACCOUNT_INACTIVE'
  | 'EMAIL_ALREADY_CONFIRMED'
  | 'LOGIN_EXPIRED'
  | 'WRONG_CODE'
  | 'CODE_USED'
  | 'CLOCK_WRONG'
  | 'PASSKEY_REFUSED'
  | 'EMAIL_TAKEN'
  | 'INVITATION_ACCEPTED'
  | 'INVITATION_REVOKED'
  | 'INVITATION_REPLACED'
  | 'INVITATION_EXPIRED'
  | 'INVITATION_OTHER_ADDRESS'
  | 'USER_EXISTS';

/** Codes of the door. Their messages are in errors/door.ts. */
export type DoorErrorCode =
  | 'CHECK_IN_LIST_NOT_FOUND'
  | 'CHECK_IN_LIST_NOT_ACTIVE'
  | 'CHECK_IN_LIST_EXPIRED'
  | 'DOOR_PIN_REQUIRED'
  | 'DOOR_PIN_WRONG'
  | 'TOO_MANY_DOOR_LINKS'
  | 'DOOR_SUPERVISOR_ONLY'
  | 'DOOR_DEVICE_REQUIRED'
  | 'DOOR_SALES_NOT_ALLOWED'
  | 'DOOR_NOT_OVERRULABLE'
  | 'STORAGE_FULL';

/** Codes that only buyers can get, of an order or a ticket. Their messages are in platform/routes/checkout-words.tsx. */
export type CheckoutErrorCode =
  | 'OFFLINE_PAYMENT_UNAVAILABLE'
  | 'ORDER_ALREADY_EXTENDED'
  | 'ORDER_DETAILS_MISSING'
  | 'PAYMENT_ATTEMPTS_EXHAUSTED'
  | 'PAYMENT_NOT_REQUIRED'
  | 'TICKET_PASSED_ON';

/** Codes whose messages only a part of the site brings with it. */
type OfPart = WorkspaceErrorCode | SignInErrorCode | DoorErrorCode | CheckoutErrorCode;

const messages: Words<Exclude<ApiErrorCode, OfPart>> = {
  MALFORMED_REQUEST: msg`The request could not be read. Reload the page and try again.`,
  UNSUPPORTED_MEDIA_TYPE: msg`The request could not be read. Reload the page and try again.`,
  BODY_TOO_LARGE: msg`That is too much at once. Send less and try again.`,
  VALIDATION_FAILED: msg`Some fields need another look.`,
  NOT_FOUND: msg`We couldn’t find that. It may have been removed.`,
  RATE_LIMITED: msg`Too many tries in a short time. Wait a minute, then try again.`,
  PROOF_REQUIRED: msg`Many people on your network are here right now. Turn on JavaScript and try again, or wait a minute.`,
  IDEMPOTENCY_KEY_REUSED: msg`This form was already sent with other details. Reload the page and try again.`,
  IDEMPOTENCY_IN_PROGRESS: msg`This is already under way. Wait a moment.`,
  UNAVAILABLE: msg`The service is busy. Nothing was changed; try again in a moment.`,
  INTERNAL: msg`Something went wrong on our side. Try again in a moment.`,
  OFFLINE: msg`You are offline. Nothing was sent; try again once you are back online.`,
  NETWORK: msg`We couldn’t reach the server. Check your connection and try again.`,
  ABORTED: msg`That was cancelled.`,
  PROOF_FAILED: msg`Your browser could not finish the check. Wait a minute, then try again.`,
  UNAUTHENTICATED: msg`Your session has ended. Sign in again.`,
  FORBIDDEN: msg`You don’t have permission to do this.`,
  XSRF_MISMATCH: msg`This page has been open for too long. Reload it and try again.`,
  LINK_INVALID: msg`This link is invalid or has expired.`,
  EVENT_CALLED_OFF: msg`This event was called off.`,
  EVENT_NOT_AVAILABLE: msg`This event is not available.`,
  NOTHING_SELECTED: msg`Select at least one ticket.`,
  TICKET_UNAVAILABLE: msg`This ticket is no longer available.`,
  SALE_NOT_STARTED: msg`This ticket is not on sale yet.`,
  SALE_ENDED: msg`The sale of this ticket has ended.`,
  SOLD_OUT: msg`This ticket is sold out.`,
  NOT_ENOUGH_LEFT: msg`There are not that many tickets left.`,
  BELOW_MINIMUM_PER_ORDER: msg`That is fewer than the minimum per order.`,
  ABOVE_MAXIMUM_PER_ORDER: msg`That is more than the maximum per order.`,
  DONATION_BELOW_MINIMUM: msg`The amount is below the minimum.`,
  PROMO_CODE_INVALID: msg`We don’t know this promo code for this event.`,
  PROMO_CODE_EXPIRED: msg`This promo code has expired.`,
  PROMO_CODE_DISABLED: msg`The organizer has switched this promo code off.`,
  PROMO_CODE_USED_UP: msg`This promo code has been used up.`,
  TOTAL_CHANGED: msg`The total has changed. Check the new total before you continue.`,
  TOO_MANY_HOLDS: msg`Too many orders are open from here. Finish or leave one of them first.`,
  ORDER_NOT_FOUND: msg`This order no longer exists.`,
  ORDER_EXPIRED: msg`The time for this order ran out. Nothing was charged; start a new order.`,
  ORDER_COMPLETED: msg`This order is already complete.`,
  ORDER_CANCELLED: msg`This order was cancelled.`,
  ORDER_AWAITING_PAYMENT: msg`This order already waits for its payment without a card.`,
  ORDER_REFUNDED: msg`This order was refunded.`,
  ORDER_PROCESSING: msg`The payment of this order is being processed.`,
  PAYMENT_FAILED: msg`The payment failed and nothing was charged. Try again or pay another way. Your order is still held.`,
  PAYMENT_UNCONFIRMED: msg`The payment could not be confirmed. Try again; you will not be charged twice.`,
  PAYMENTS_NOT_SET_UP: msg`This organizer can’t take payments yet.`,
  EMAIL_CORRECTIONS_EXHAUSTED: msg`The address of this order was corrected too often. Write to the organizer.`,
  INVOICE_CHANGES_EXHAUSTED: msg`The invoice of this order was changed too often. Write to the organizer.`,
  ORDER_HAS_NO_INVOICE: msg`This order has no invoice.`,
  TICKET_REPLACED: msg`This ticket was replaced by a new one.`,
  ORDER_LINK_REPLACED: msg`The link of this order was replaced by a new one.`,
  CHANGE_NOT_OFFERED: msg`This can’t be changed here. Write to the organizer.`,
  CHANGE_OVER: msg`The time to change this has passed. Write to the organizer.`,
  TICKET_NOT_PASSED_ON: msg`You have this ticket already.`,
  TICKET_OPENED: msg`The ticket was opened already, so it can’t be taken back. Write to the organizer.`,
  GIVE_BACK_NOT_OFFERED: msg`The tickets of this order can’t be given back here. Write to the organizer.`,
  GIVE_BACK_OVER: msg`The time to give tickets back has passed.`,
  GIVE_BACK_CHANGED: msg`The sum that you get back has changed. Check it and try again.`,
  REFUND_REQUESTED: msg`You have asked for a refund already. The organizer answers it.`,
};

const fieldMessages: Words<FieldErrorCode> = {
  required: msg`Fill in this field.`,
  too_short: msg`Use at least {min} characters.`,
  too_long: msg`Use at most {max} characters.`,
  too_small: msg`Enter {min} or more.`,
  too_big: msg`Enter {max} or less.`,
  not_a_multiple: msg`Enter a multiple of {min}.`,
  invalid_email: msg`Enter an email address such as ana@example.com.`,
  invalid_url: msg`Enter a link that starts with https://`,
  invalid_date: msg`Enter a valid date and time.`,
  invalid_day: msg`Enter a valid date.`,
  invalid_timezone: msg`Choose a time zone from the list.`,
  invalid_choice: msg`Choose one of the options.`,
  unreadable: msg`Hard to read on its background. Choose a colour with more contrast.`,
  invalid_characters: msg`This contains characters that can’t be used.`,
  invalid_format: msg`Check the format.`,
  unknown_field: msg`This field is not known here.`,
  must_match: msg`The two entries are not the same.`,
  must_be_after_start: msg`The end must be after the start.`,
  must_be_agreed: msg`You need to agree to this.`,
  duplicate: msg`This is already in use.`,
  not_found: msg`This no longer exists.`,
  needs_tickets: msg`This only makes sense with the tickets.`,
  more_than_before: msg`This can’t be more than in the step before.`,
  not_after_before: msg`This has to end after the step before.`,
  currency_places: msg`Some prices or discounts don’t fit this currency: they have decimals that it lacks, or would be too large. Change them first.`,
  outside_event: msg`This lies outside the event.`,
  tickets_outside: msg`A ticket would have dates of its own outside of this. Let them move with the start, or change them first.`,
  admits_nobody: msg`One of these tickets lets nobody in, so no door needs it.`,
  breached_password: msg`This password is known from data leaks and is tried first by attackers. Choose another one.`,
  too_many_per_person: msg`One person can have at most {max} of “{allowed}” in all orders together. With this email address there would be more.`,
};

/** Not known yet, or newer than this page. */
const unsaid = msg`This was refused, but the reason could not be loaded. Reload the page and try again.`;

type More = Partial<Words<ApiErrorCode>>;
let ofParts: More = {};
let loadLate: () => Promise<More> = async () => ({});

/** Messages that a part of the site brings with its pages. They stand over those that every page has. */
export function addErrorMessages(more: More): void {
  ofParts = { ...ofParts, ...more };
}

/** Names where a part of the site has the messages of its own codes. They load with the first error that needs one. */
export function lateErrorMessages(load: typeof loadLate): void {
  loadLate = load;
}

const PATIENCE_MS = 4000;

/**
 * Waits until the message of a code is there. Calls of the API do so before they throw. If it cannot be loaded in four
 * seconds, the error shows without its reason.
 */
export async function bringErrorMessage(code: ApiErrorCode): Promise<void> {
  if (Object.hasOwn(messages, code) || Object.hasOwn(ofParts, code)) return;
  const loads = loadLate().then(addErrorMessages, () => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((end) => {
    timer = setTimeout(end, PATIENCE_MS);
  });
  await Promise.race([loads, patience]);
  clearTimeout(timer);
}

/** The message for anything that a call threw, in the reader's language. */
export function errorMessage(i18n: I18n, error: unknown): string {
  return errorCodeMessage(i18n, error instanceof ApiError ? error.code : 'INTERNAL');
}

/**
 * The message for a code, for example from an error page or a fetcher's reply. `more` holds messages of a part's own
 * codes; where these load late, a code that comes in data needs `bringErrorMessage` or `more`.
 */
export function errorCodeMessage(i18n: I18n, code: ApiErrorCode, more: More = {}): string {
  const known: Partial<Words<ApiErrorCode>> = { ...messages, ...ofParts, ...more };
  return i18n._(known[code] ?? unsaid);
}

/** An error whose figures may be text already, such as amounts of money. */
type SaidError = Omit<FieldError, 'min' | 'max'> & { min?: number | string; max?: number | string };

/** The message for the error of one field. */
export function fieldErrorMessage(i18n: I18n, error: SaidError): string {
  const { id, message } = fieldMessages[error.code] ?? fieldMessages.invalid_format;
  const say = (figure?: number | string) =>
    typeof figure === 'number' ? formatCount(figure, i18n.locale) : figure;
  // The extractor of messages warns if it cannot read a descriptor inside the call. Therefore it has a name.
  const values = {
    min: say(error.min),
    max: say(error.max),
    allowed: error.allowed && listed(error.allowed, i18n.locale),
  };
  const words = { id, ...(message && { message }), values };
  return i18n._(words);
}

/** The first message of each refused field, by its path in the body ("tiers.0.amount"). */
export function fieldErrors(i18n: I18n, errors: FieldError[] | undefined): Record<string, string> {
  const found: Record<string, string> = {};
  for (const error of errors ?? []) found[error.path] ??= fieldErrorMessage(i18n, error);
  return found;
}
