/**
 * Every code of a problem document. The server maps each to a status and a sentence for developers
 * (platform/errors.ts). The interface maps each to a message in the reader's language.
 */
export const ERROR_CODES = [
  // the request itself
  'MALFORMED_REQUEST',
  'UNSUPPORTED_MEDIA_TYPE',
  'BODY_TOO_LARGE',
  'VALIDATION_FAILED',
  'NOT_FOUND',
  'RATE_LIMITED',
  'PROOF_REQUIRED',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_IN_PROGRESS',
  'UNAVAILABLE',
  'INTERNAL',
  // who is calling
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'XSRF_MISMATCH',
  'EMAIL_NOT_CONFIRMED',
  'WRONG_CREDENTIALS',
  'ACCOUNT_INACTIVE',
  'LINK_INVALID',
  'EMAIL_ALREADY_CONFIRMED',
  // sign-in and its security
  'LOGIN_EXPIRED',
  'WRONG_PASSWORD',
  'WRONG_CODE',
  'CODE_USED',
  'CLOCK_WRONG',
  'PASSKEY_REFUSED',
  'IDENTITY_UNCONFIRMED',
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_MISSING',
  'SECOND_FACTOR_KEPT',
  'APP_ALREADY_ON',
  'ONLY_WAY_IN',
  'TOO_MANY_PASSKEYS',
  'EMAIL_TAKEN',
  'MEMBER_ELSEWHERE',
  'OWNER_KEEPS_FACTORS',
  // the people of an account
  'MEMBER_EXISTS',
  'OWN_ADDRESS',
  'ALREADY_INVITED',
  'INVITATION_ACCEPTED',
  'INVITATION_REVOKED',
  'INVITATION_REPLACED',
  'INVITATION_EXPIRED',
  'INVITATION_OTHER_ADDRESS',
  'USER_EXISTS',
  'OWNER_FIXED',
  'OWNER_BY_HANDOVER',
  'OWN_MEMBERSHIP',
  'ROLE_REACHES_ALL',
  'OWNER_CANNOT_LEAVE',
  'TRANSFER_OPEN',
  // workspace
  'STALE_VERSION',
  'EVENT_NEEDS_TICKET',
  'EVENT_ARCHIVED',
  'EVENT_CALLED_OFF',
  'EVENT_OVER',
  'EVENT_CHANGE_UNDER_WAY',
  'EVENT_CHANGE_BEGUN',
  'EVENT_HAS_ORDERS',
  'INVALID_STATUS_CHANGE',
  'CURRENCY_LOCKED',
  'TICKET_TYPE_LOCKED',
  'TICKET_ADMITS_LOCKED',
  'TICKET_HAS_SALES',
  'PRICE_BELOW_PROVIDER_MINIMUM',
  'SLUG_TAKEN',
  'SLUG_RESERVED',
  'NO_TICKETS_YET',
  'TOO_MANY_QUESTIONS',
  'PROMO_CODE_HAS_USES',
  'AFFILIATE_HAS_ORDERS',
  'TOO_MANY_AFFILIATES',
  'TOO_MANY_VIEWS',
  'TOO_MANY_SCHEDULED_EXPORTS',
  'EXPORT_FILE_GONE',
  // messages
  'MESSAGE_NOT_DRAFT',
  'MESSAGE_GOES_OUT',
  'MESSAGE_NOT_GOING_OUT',
  'MESSAGE_TO_NOBODY',
  'MESSAGE_PLACEHOLDER_UNKNOWN',
  'MESSAGE_TIME_PAST',
  'MESSAGE_TIME_AFTER_EVENT',
  'TOO_MANY_MESSAGES',
  // images
  'IMAGE_TOO_LARGE',
  'IMAGE_TYPE',
  'IMAGE_TOO_SMALL',
  'IMAGE_DIMENSIONS',
  'IMAGE_UNREADABLE',
  // files of guests
  'FILE_TOO_LARGE',
  'FILE_TYPE',
  'FILE_UNREADABLE',
  'FILE_ENCODING',
  'FILE_EMPTY',
  'FILE_TOO_MANY_ROWS',
  'FILE_HEADER_TWICE',
  'IMPORT_INTERRUPTED',
  // buying
  'EVENT_NOT_AVAILABLE',
  'NOTHING_SELECTED',
  'TICKET_UNAVAILABLE',
  'SALE_NOT_STARTED',
  'SALE_ENDED',
  'SOLD_OUT',
  'NOT_ENOUGH_LEFT',
  'BELOW_MINIMUM_PER_ORDER',
  'ABOVE_MAXIMUM_PER_ORDER',
  'DONATION_BELOW_MINIMUM',
  'PROMO_CODE_INVALID',
  'PROMO_CODE_EXPIRED',
  'PROMO_CODE_DISABLED',
  'PROMO_CODE_USED_UP',
  'TOTAL_CHANGED',
  'TOO_MANY_HOLDS',
  // orders
  'ORDER_NOT_FOUND',
  'ORDER_EXPIRED',
  'ORDER_COMPLETED',
  'ORDER_CANCELLED',
  'ORDER_REFUNDED',
  'ORDER_PROCESSING',
  'ORDER_DETAILS_MISSING',
  'ORDER_ALREADY_EXTENDED',
  'PAYMENT_NOT_REQUIRED',
  'PAYMENT_FAILED',
  'PAYMENT_UNCONFIRMED',
  'PAYMENT_ATTEMPTS_EXHAUSTED',
  'PAYMENTS_NOT_SET_UP',
  'OFFLINE_PAYMENT_UNAVAILABLE',
  'ORDER_AWAITING_PAYMENT',
  'ORDER_NOT_AWAITING_PAYMENT',
  'ORDER_NOT_COMPLETE',
  'EMAIL_CORRECTIONS_EXHAUSTED',
  'INVOICE_CHANGES_EXHAUSTED',
  'ORDER_HAS_NO_INVOICE',
  'ATTENDEE_CANCELLED',
  'ATTENDEE_CHECKED_IN',
  'TICKET_AWAITS_NAME',
  'DIFFERENCE_STILL_OPEN',
  'ADJUSTMENT_IS_PAID',
  'ADJUSTMENT_IS_WAIVED',
  'TICKET_REPLACED',
  'ORDER_LINK_REPLACED',
  'CHANGE_NOT_OFFERED',
  'CHANGE_OVER',
  'TICKET_PASSED_ON',
  'TICKET_NOT_PASSED_ON',
  'TICKET_OPENED',
  // refunds
  'ORDER_IS_MANUAL',
  'ORDER_NOT_PAID_ONLINE',
  'PAYMENT_DISPUTED',
  'DISPUTE_NOT_LOST',
  'REFUND_PENDING',
  'REFUND_ABOVE_REMAINING',
  'REFUND_NOTHING_DUE',
  'ATTENDEE_ALREADY_REFUNDED',
  'LINE_ALREADY_REFUNDED',
  'GIVE_BACK_NOT_OFFERED',
  'GIVE_BACK_OVER',
  'GIVE_BACK_CHANGED',
  'REFUND_REQUESTED',
  'REFUND_REQUEST_ANSWERED',
  // door
  'CHECK_IN_LIST_NOT_FOUND',
  'CHECK_IN_LIST_NOT_ACTIVE',
  'CHECK_IN_LIST_EXPIRED',
  'DOOR_PIN_REQUIRED',
  'DOOR_PIN_WRONG',
  'DOOR_SUPERVISOR_ONLY',
  'DOOR_DEVICE_REQUIRED',
  'TOO_MANY_DOOR_LINKS',
  'DOOR_SALES_NOT_ALLOWED',
  'DOOR_NOT_OVERRULABLE',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * A refused field. `path` is as in the body ("tiers.0.amount"); `code` and the figures are for the message to the
 * reader.
 */
export type FieldError = {
  path: string;
  code: FieldErrorCode;
  min?: number;
  max?: number;
  /** The accepted values, if they are few. */
  allowed?: string[];
};

export const FIELD_ERROR_CODES = [
  'required',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'not_a_multiple',
  'invalid_email',
  'invalid_url',
  'invalid_date',
  'invalid_day',
  'invalid_timezone',
  'invalid_choice',
  'invalid_characters',
  'invalid_format',
  'unknown_field',
  'must_match',
  'must_be_after_start',
  'must_be_agreed',
  'duplicate',
  'not_found',
  'needs_tickets',
  'admits_nobody',
  'breached_password',
  'too_many_per_person',
  'unreadable',
  'outside_event',
  'tickets_outside',
  'more_than_before',
  'not_after_before',
  'currency_places',
] as const;
export type FieldErrorCode = (typeof FIELD_ERROR_CODES)[number];

/** RFC 9457 problem document. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  detail: string;
  requestId?: string;
  errors?: FieldError[];
  /** The figures for the message of this code: which line failed, how many are left. */
  params?: Record<string, string | number | boolean | null>;
};
