/** Ids of the interactive part of an event page and of the JSON that it starts from. */
export const PICKER_ROOT = 'ticket-picker';
export const PICKER_DATA = 'ticket-picker-data';
/** Id of the element with the whole widget. The surrounding page follows its height. */
export const WIDGET_ROOT = 'widget';
