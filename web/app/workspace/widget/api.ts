import { getWidget, updateWidget, type Widget } from '@entrada/contract/catalog/widget';
import type { InputOf } from '@entrada/contract/endpoint';
import { api } from '../../platform/api/client.ts';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import type { Read } from '../kit/reading/reads.ts';

/** Reads the settings of the widget. */
export const widgetRead = (eventId: number): Read<Widget> => ({
  queryKey: keys.widget(eventId),
  load: async (call, signal) => (await call(getWidget, eventParams(eventId), { signal })).data,
});

export const saveWidget = async (
  eventId: number,
  body: InputOf<typeof updateWidget>['body'],
): Promise<Widget> => (await api(updateWidget, { ...eventParams(eventId), body })).data;
