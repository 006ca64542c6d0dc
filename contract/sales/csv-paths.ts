/** An event, or its place in the path of a route. */
type EventOfFile = number | ':eventId';

/*
 * The files of rows as CSV, below `/api`. Each takes the query of its list for all matching rows. `ids` selects some
 * rows, `except` excludes some; both are separated by commas.
 */
export const affiliatesCsvPath = (event: EventOfFile) => `/events/${event}/affiliates.csv`;
export const attendeesCsvPath = (event: EventOfFile) => `/events/${event}/attendees.csv`;
export const ordersCsvPath = (event: EventOfFile) => `/events/${event}/orders.csv`;
export const promoCodesCsvPath = (event: EventOfFile) => `/events/${event}/promo-codes.csv`;
