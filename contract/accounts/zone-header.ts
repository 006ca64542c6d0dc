/** The time zone of the browser that signs in. Kept with the session where nothing better is known of its place. */
export const ZONE_HEADER = 'x-time-zone';
