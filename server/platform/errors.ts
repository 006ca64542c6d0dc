import type { ErrorCode, FieldError, Problem } from '@entrada/contract/errors';

type Meaning = { status: number; detail: string };

/** The only table that gives each code its status and a sentence for developers. */
export const ERROR_MEANINGS: Record<ErrorCode, Meaning> = {
  MALFORMED_REQUEST: { status: 400, detail: 'The request could not be read.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, detail: 'This content type is not accepted here.' },
  BODY_TOO_LARGE: { status: 413, detail: 'The body is larger than this call accepts.' },
  VALIDATION_FAILED: { status: 422, detail: 'One or more values are not accepted; see errors.' },
  NOT_FOUND: { status: 404, detail: 'There is nothing at this address for this caller.' },
  RATE_LIMITED: { status: 429, detail: 'Too many requests; see Retry-After.' },
  // The status is 429, because the refusal depends on the number of calls from one address and ends by
  // itself. Callers and proxies that do not know proofs understand a 429 in this way. A 403 would tell them
  // to give up.
  PROOF_REQUIRED: {
    status: 429,
    detail: 'Many requests come from this address: solve params.challenge and send it as X-Entrada-Proof.',
  },
  IDEMPOTENCY_KEY_REUSED: { status: 422, detail: 'This Idempotency-Key came before with another request.' },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    detail: 'A request with this Idempotency-Key is still under way; see Retry-After.',
  },
  UNAVAILABLE: { status: 503, detail: 'The service cannot answer now; see Retry-After.' },
  INTERNAL: { status: 500, detail: 'Something failed on the server. The request id leads to the log.' },
  UNAUTHENTICATED: { status: 401, detail: 'Sign in first.' },
  FORBIDDEN: { status: 403, detail: 'The role of this session does not allow this call.' },
  XSRF_MISMATCH: { status: 403, detail: 'The X-XSRF-TOKEN header does not belong to this session.' },
  EMAIL_NOT_CONFIRMED: { status: 403, detail: 'The email address of this user is not confirmed yet.' },
  WRONG_CREDENTIALS: { status: 401, detail: 'No user has this email address and password.' },
  ACCOUNT_INACTIVE: { status: 403, detail: 'This user is not active in any account.' },
  LINK_INVALID: { status: 410, detail: 'This link was used, has expired or never existed.' },
  EMAIL_ALREADY_CONFIRMED: { status: 409, detail: 'The email address is confirmed already.' },
  LOGIN_EXPIRED: { status: 410, detail: 'The login took too long or was finished already; begin again.' },
  // Not 401: the session of the caller is good, and so is the role.
  WRONG_PASSWORD: { status: 422, detail: 'This is not the current password of the user.' },
  WRONG_CODE: { status: 422, detail: 'No second factor of the user has this code now.' },
  CODE_USED: { status: 422, detail: 'A code works once; wait for the next one.' },
  CLOCK_WRONG: {
    status: 422,
    detail: 'The code is of a moment some minutes away: the clock of the device that made it is wrong.',
  },
  PASSKEY_REFUSED: { status: 422, detail: 'The passkey is unknown, or its answer is not what was asked.' },
  IDENTITY_UNCONFIRMED: {
    status: 403,
    detail:
      'Show who you are first (POST /users/me/confirm-identity); the last time was over ten minutes ago.',
  },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    detail: 'The account asks for a second factor, and this user has none yet.',
  },
  SECOND_FACTOR_MISSING: { status: 409, detail: 'The user has no second factor.' },
  SECOND_FACTOR_KEPT: {
    status: 409,
    detail: 'An account of the user asks for a second factor, and this is the last one.',
  },
  APP_ALREADY_ON: { status: 409, detail: 'An authenticator app is on already; switch it off first.' },
  ONLY_WAY_IN: { status: 409, detail: 'The user has no password and no other passkey.' },
  TOO_MANY_PASSKEYS: { status: 409, detail: 'A user has at most 20 passkeys.' },
  EMAIL_TAKEN: { status: 409, detail: 'Another user has this email address now.' },
  OWNER_KEEPS_FACTORS: {
    status: 409,
    detail: 'Only the operator of the installation can take the second factors of an owner away.',
  },
  MEMBER_ELSEWHERE: {
    status: 409,
    detail: 'This user also belongs to another account, so this one cannot take their second factors away.',
  },
  MEMBER_EXISTS: { status: 409, detail: 'The address in params is one of the account’s people already.' },
  OWN_ADDRESS: { status: 409, detail: 'Nobody can invite themselves.' },
  ALREADY_INVITED: {
    status: 409,
    detail: 'The address in params has an open invitation; send that one again instead.',
  },
  INVITATION_ACCEPTED: { status: 410, detail: 'The invitation was accepted already.' },
  INVITATION_REVOKED: { status: 410, detail: 'The invitation was revoked.' },
  INVITATION_REPLACED: { status: 410, detail: 'The invitation was sent again with a newer link.' },
  INVITATION_EXPIRED: { status: 410, detail: 'The invitation has expired.' },
  INVITATION_OTHER_ADDRESS: {
    status: 403,
    detail: 'The invitation is for another address than that of the signed-in user; see params.',
  },
  USER_EXISTS: {
    status: 409,
    detail: 'The invited address has a user, who signs in first and then accepts.',
  },
  OWNER_FIXED: { status: 409, detail: 'The role and status of the owner are fixed.' },
  OWNER_BY_HANDOVER: { status: 409, detail: 'Only a handover makes somebody the owner.' },
  OWN_MEMBERSHIP: { status: 409, detail: 'Nobody changes their own role or status.' },
  ROLE_REACHES_ALL: { status: 422, detail: 'This role always reaches the whole account.' },
  OWNER_CANNOT_LEAVE: { status: 409, detail: 'The owner hands the account over before leaving it.' },
  TRANSFER_OPEN: { status: 409, detail: 'There is an open offer of the account already.' },
  STALE_VERSION: {
    status: 409,
    detail: 'Somebody changed this since it was read; params hold the current version.',
  },
  EVENT_NEEDS_TICKET: { status: 409, detail: 'An event needs at least one ticket before it is published.' },
  EVENT_ARCHIVED: { status: 409, detail: 'The event is archived; restore it first.' },
  EVENT_CALLED_OFF: { status: 409, detail: 'The event is called off.' },
  EVENT_OVER: { status: 409, detail: 'The event is over, so it can no longer be called off or moved.' },
  EVENT_CHANGE_UNDER_WAY: {
    status: 409,
    detail: 'Somebody is calling this event off or moving it, and that is not finished.',
  },
  EVENT_CHANGE_BEGUN: {
    status: 409,
    detail: 'People were told or the event was changed since, so this cannot be taken back.',
  },
  EVENT_HAS_ORDERS: {
    status: 409,
    detail: 'An event with orders cannot be deleted, only archived; params count them.',
  },
  INVALID_STATUS_CHANGE: { status: 409, detail: 'The event cannot go from its status to that one.' },
  CURRENCY_LOCKED: { status: 409, detail: 'The currency is fixed once there are orders.' },
  TICKET_TYPE_LOCKED: { status: 409, detail: 'The type of a ticket is fixed once it has sales.' },
  TICKET_ADMITS_LOCKED: {
    status: 409,
    detail: 'Whether a ticket lets a person in is fixed once an order names it.',
  },
  TICKET_HAS_SALES: { status: 409, detail: 'A ticket or tier with orders cannot be deleted, only hidden.' },
  PRICE_BELOW_PROVIDER_MINIMUM: {
    status: 422,
    detail: 'The payment provider does not charge so little; see params.',
  },
  SLUG_TAKEN: { status: 409, detail: 'Another organizer has this slug.' },
  SLUG_RESERVED: { status: 422, detail: 'This slug is reserved.' },
  NO_TICKETS_YET: { status: 409, detail: 'The event needs a ticket first.' },
  PROMO_CODE_HAS_USES: {
    status: 409,
    detail: 'A promo code that orders use or hold cannot be deleted, only disabled.',
  },
  AFFILIATE_HAS_ORDERS: {
    status: 409,
    detail: 'An affiliate with orders cannot be deleted, only made inactive.',
  },
  TOO_MANY_AFFILIATES: { status: 409, detail: 'An event has at most 1000 affiliates.' },
  TOO_MANY_VIEWS: { status: 409, detail: 'A person saves at most 30 views of one list.' },
  TOO_MANY_SCHEDULED_EXPORTS: { status: 409, detail: 'An event has at most 20 scheduled exports.' },
  EXPORT_FILE_GONE: { status: 410, detail: 'A file is deleted after seven days; make a new one.' },
  TOO_MANY_QUESTIONS: { status: 409, detail: 'An event has at most 500 questions.' },
  MESSAGE_NOT_DRAFT: { status: 409, detail: 'Only a draft can be changed, sent or deleted.' },
  MESSAGE_GOES_OUT: { status: 409, detail: 'The message goes out already; it can be stopped.' },
  MESSAGE_NOT_GOING_OUT: { status: 409, detail: 'The message is not in the state for this; read it again.' },
  MESSAGE_TO_NOBODY: { status: 409, detail: 'Nobody would get this message.' },
  MESSAGE_PLACEHOLDER_UNKNOWN: { status: 422, detail: 'There is no such placeholder; params name it.' },
  MESSAGE_TIME_PAST: { status: 422, detail: 'The moment to send the message is over.' },
  MESSAGE_TIME_AFTER_EVENT: { status: 422, detail: 'The event is over at that moment; params hold its end.' },
  TOO_MANY_MESSAGES: { status: 409, detail: 'An event has at most 1000 messages.' },
  IMAGE_TOO_LARGE: { status: 413, detail: 'The image is larger than 5 MB.' },
  IMAGE_TYPE: { status: 422, detail: 'Only JPEG, PNG and WebP pictures are accepted, judged by content.' },
  IMAGE_TOO_SMALL: { status: 422, detail: 'The picture is smaller than the minimum in params.' },
  IMAGE_DIMENSIONS: { status: 422, detail: 'The picture has more pixels than the maximum in params.' },
  IMAGE_UNREADABLE: { status: 422, detail: 'The picture is damaged and could not be decoded.' },
  FILE_TOO_LARGE: { status: 413, detail: 'The file is larger than this call accepts, packed or unpacked.' },
  FILE_TYPE: { status: 422, detail: 'Only CSV files and XLSX workbooks are accepted, judged by content.' },
  FILE_UNREADABLE: { status: 422, detail: 'The file is damaged or protected and could not be read.' },
  FILE_ENCODING: { status: 422, detail: 'The file is not text in the chosen encoding.' },
  FILE_EMPTY: { status: 422, detail: 'The file has no row below its headers.' },
  FILE_TOO_MANY_ROWS: { status: 422, detail: 'The file has more rows than the maximum in params.' },
  FILE_HEADER_TWICE: { status: 422, detail: 'Two columns have the same header; params name it.' },
  IMPORT_INTERRUPTED: {
    status: 409,
    detail: 'The import could not be finished; nothing was added, and the places were given back.',
  },
  EVENT_NOT_AVAILABLE: { status: 409, detail: 'The event is not on sale.' },
  NOTHING_SELECTED: { status: 422, detail: 'No ticket was selected.' },
  TICKET_UNAVAILABLE: { status: 409, detail: 'This ticket cannot be bought; params name the price.' },
  SALE_NOT_STARTED: {
    status: 409,
    detail: 'The sale of this ticket has not started; params name the price.',
  },
  SALE_ENDED: { status: 409, detail: 'The sale of this ticket has ended; params name the price.' },
  SOLD_OUT: { status: 409, detail: 'Nothing is left of this ticket; params name the price.' },
  NOT_ENOUGH_LEFT: {
    status: 409,
    detail: 'Fewer are left than were asked for; params name the price and what is left.',
  },
  BELOW_MINIMUM_PER_ORDER: {
    status: 409,
    detail: 'Fewer than the minimum for one order; params name the ticket.',
  },
  ABOVE_MAXIMUM_PER_ORDER: {
    status: 409,
    detail: 'More than the maximum for one order; params name the ticket.',
  },
  DONATION_BELOW_MINIMUM: {
    status: 422,
    detail: 'The donation is below its minimum; params hold it in minor units.',
  },
  PROMO_CODE_INVALID: { status: 409, detail: 'The event has no such promo code.' },
  PROMO_CODE_EXPIRED: { status: 409, detail: 'The promo code has expired.' },
  PROMO_CODE_DISABLED: { status: 409, detail: 'The organizer has switched the promo code off.' },
  PROMO_CODE_USED_UP: { status: 409, detail: 'The promo code has been used as often as it may.' },
  TOTAL_CHANGED: {
    status: 409,
    detail: 'The total is no longer the one that was shown; params hold the new one.',
  },
  TOO_MANY_HOLDS: { status: 429, detail: 'Too many orders are open from this browser or address.' },
  ORDER_NOT_FOUND: { status: 404, detail: 'There is no such order.' },
  ORDER_EXPIRED: { status: 409, detail: 'The order has expired and its tickets were given back.' },
  ORDER_COMPLETED: { status: 409, detail: 'The order is complete already.' },
  ORDER_CANCELLED: { status: 409, detail: 'The order was cancelled.' },
  ORDER_REFUNDED: { status: 409, detail: 'The order was refunded.' },
  ORDER_PROCESSING: { status: 409, detail: 'The payment of this order is being processed.' },
  ORDER_DETAILS_MISSING: { status: 409, detail: 'The buyer’s details are needed first.' },
  ORDER_ALREADY_EXTENDED: { status: 409, detail: 'A hold can be extended once.' },
  PAYMENT_NOT_REQUIRED: { status: 409, detail: 'Nothing is due for this order.' },
  PAYMENT_FAILED: { status: 402, detail: 'The provider could not take the payment.' },
  PAYMENT_UNCONFIRMED: { status: 503, detail: 'The provider did not answer; the payment is being checked.' },
  PAYMENT_ATTEMPTS_EXHAUSTED: {
    status: 429,
    detail: 'The order has had as many payment attempts as are allowed.',
  },
  PAYMENTS_NOT_SET_UP: { status: 409, detail: 'This installation has no payment provider.' },
  OFFLINE_PAYMENT_UNAVAILABLE: {
    status: 409,
    detail: 'This event does not take payment without a card now.',
  },
  ORDER_AWAITING_PAYMENT: {
    status: 409,
    detail: 'The buyer chose to pay without a card; the order waits for that.',
  },
  ORDER_NOT_AWAITING_PAYMENT: { status: 409, detail: 'No payment without a card is awaited for this order.' },
  EMAIL_CORRECTIONS_EXHAUSTED: {
    status: 409,
    detail: 'The email address of this order was corrected as often as it can be.',
  },
  INVOICE_CHANGES_EXHAUSTED: {
    status: 409,
    detail: 'The buyer has changed the invoice of this order as often as possible.',
  },
  ORDER_HAS_NO_INVOICE: { status: 409, detail: 'Nothing of this order is invoiced.' },
  ORDER_NOT_COMPLETE: { status: 409, detail: 'The tickets of this order are not issued yet.' },
  ATTENDEE_CANCELLED: { status: 409, detail: 'The ticket of this attendee was cancelled.' },
  ATTENDEE_CHECKED_IN: { status: 409, detail: 'Somebody has entered with the ticket of this attendee.' },
  TICKET_AWAITS_NAME: {
    status: 409,
    detail: 'The buyer has not said yet who comes with this ticket, so its code is not mailed.',
  },
  DIFFERENCE_STILL_OPEN: {
    status: 409,
    detail: 'The buyer has not paid the difference of an earlier move. Mark it as paid or waive it first.',
  },
  ADJUSTMENT_IS_PAID: { status: 409, detail: 'This difference was marked as paid.' },
  ADJUSTMENT_IS_WAIVED: { status: 409, detail: 'This difference was waived.' },
  ORDER_LINK_REPLACED: {
    status: 410,
    detail: 'The buyer made a new link of this order; this one is no longer valid.',
  },
  CHANGE_NOT_OFFERED: { status: 409, detail: 'The policy of this order does not let its buyer do this.' },
  CHANGE_OVER: { status: 409, detail: 'The time in which the policy of this order allows this has passed.' },
  TICKET_PASSED_ON: { status: 409, detail: 'This ticket was passed on to another person.' },
  TICKET_NOT_PASSED_ON: { status: 409, detail: 'The buyer has not passed this ticket on.' },
  TICKET_OPENED: { status: 409, detail: 'The new holder has opened this ticket; it cannot be taken back.' },
  TICKET_REPLACED: {
    status: 410,
    detail: 'This ticket got a new code and a new address; this one is no longer valid.',
  },
  ORDER_IS_MANUAL: { status: 409, detail: 'An order made by hand has no payment to send back.' },
  ORDER_NOT_PAID_ONLINE: { status: 409, detail: 'No payment of this order has succeeded at a provider.' },
  DISPUTE_NOT_LOST: { status: 409, detail: 'Only a lost dispute leaves tickets to decide about.' },
  PAYMENT_DISPUTED: { status: 409, detail: 'The payment is disputed; its bank decides about the money.' },
  REFUND_PENDING: { status: 409, detail: 'A refund of this order is still under way.' },
  REFUND_ABOVE_REMAINING: {
    status: 409,
    detail: 'That is more than remains to be refunded; params hold what remains, in minor units.',
  },
  REFUND_NOTHING_DUE: { status: 409, detail: 'The chosen attendees paid nothing.' },
  ATTENDEE_ALREADY_REFUNDED: {
    status: 409,
    detail: 'An attendee was refunded already; params name the first.',
  },
  LINE_ALREADY_REFUNDED: {
    status: 409,
    detail: 'A line was refunded already; params name the first.',
  },
  GIVE_BACK_NOT_OFFERED: {
    status: 409,
    detail: 'Tickets of this order cannot be given back here: ask the organizer.',
  },
  GIVE_BACK_OVER: { status: 409, detail: 'The time to give tickets of this order back has passed.' },
  GIVE_BACK_CHANGED: { status: 409, detail: 'Another sum goes back than expected; params hold it.' },
  REFUND_REQUESTED: { status: 409, detail: 'A refund of this order was asked for and waits for its answer.' },
  REFUND_REQUEST_ANSWERED: { status: 409, detail: 'Somebody has answered this request for a refund.' },
  CHECK_IN_LIST_NOT_FOUND: { status: 404, detail: 'There is no such check-in list.' },
  CHECK_IN_LIST_NOT_ACTIVE: { status: 409, detail: 'The check-in list is not active yet.' },
  CHECK_IN_LIST_EXPIRED: { status: 409, detail: 'The check-in list has expired.' },
  DOOR_PIN_REQUIRED: { status: 403, detail: 'This device has not entered the PIN of the link yet.' },
  DOOR_PIN_WRONG: {
    status: 403,
    detail: 'This is not the PIN of the link; params hold how many tries are left before a pause.',
  },
  TOO_MANY_DOOR_LINKS: { status: 409, detail: 'A check-in list has at most 50 open links.' },
  DOOR_SUPERVISOR_ONLY: { status: 403, detail: 'Only the link of a supervisor may do this.' },
  DOOR_DEVICE_REQUIRED: {
    status: 403,
    detail: 'Only a phone that entered by the link may do this; it sends its token.',
  },
  DOOR_SALES_NOT_ALLOWED: { status: 403, detail: 'The list of this door allows no sales.' },
  DOOR_NOT_OVERRULABLE: {
    status: 409,
    detail: 'The door would not refuse this person, or for a reason that nobody at the door may overrule.',
  },
};

type Extra = {
  params?: Problem['params'];
  errors?: FieldError[];
  /** Seconds for the Retry-After header. */
  retryAfter?: number;
  cause?: unknown;
};

/** A refusal that the caller is told about. Every other error becomes INTERNAL or UNAVAILABLE. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: Problem['params'];
  readonly errors: FieldError[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, extra: Extra = {}) {
    super(`${code}: ${ERROR_MEANINGS[code].detail}`, extra.cause === undefined ? {} : { cause: extra.cause });
    this.name = 'AppError';
    this.code = code;
    this.params = extra.params;
    this.errors = extra.errors;
    this.retryAfter = extra.retryAfter;
  }
}

/** The codes that a crowd gets when tickets run out. */
const TOLD_TO_MANY: ReadonlySet<ErrorCode> = new Set([
  'SOLD_OUT',
  'NOT_ENOUGH_LEFT',
  'RATE_LIMITED',
  'PROOF_REQUIRED',
  'UNAVAILABLE',
]);

/** Makes the error of a refusal: `throw fail('ORDER_EXPIRED')`. */
export function fail(code: ErrorCode, extra: Extra = {}): AppError {
  if (!TOLD_TO_MANY.has(code)) return new AppError(code, extra);
  // These errors carry no stack trace. Collecting it costs more than the rest of the answer and helps nobody.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return new AppError(code, extra);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Refuses a change that was based on an old version: 409 STALE_VERSION with params.version. */
export function expectVersion(given: number, current: number): void {
  if (given !== current) throw fail('STALE_VERSION', { params: { version: current } });
}

/** A refusal of single fields, 422 VALIDATION_FAILED. */
export function failFields(errors: FieldError[]): AppError {
  return new AppError('VALIDATION_FAILED', { errors });
}
