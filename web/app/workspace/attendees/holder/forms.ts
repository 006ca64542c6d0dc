/** A form that shows instead of the attendee. */
export type HolderForm = { attendeeId: number; kind: 'edit' | 'pass-on' | 'move' };
