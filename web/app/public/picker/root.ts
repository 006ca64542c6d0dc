/** Ids of the live part of an event page and of the JSON that it starts from. */
export const PICKER_ROOT = 'ticket-picker';
export const PICKER_DATA = 'ticket-picker-data';
/** Id of everything that a widget shows, whose height the page around it follows. */
export const WIDGET_ROOT = 'widget';
