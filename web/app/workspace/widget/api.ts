import { getWidget, updateWidget, type Widget } from '@entrada/contract/catalog/widget';
import type { InputOf } from '@entrada/contract/endpoint';
import { api } from '../../platform/api/client.ts';
import { eventParams } from '../kit/data/event.ts';

export const loadWidget = async (eventId: number, signal?: AbortSignal): Promise<Widget> =>
  (await api(getWidget, eventParams(eventId), { signal })).data;

export const saveWidget = async (
  eventId: number,
  body: InputOf<typeof updateWidget>['body'],
): Promise<Widget> => (await api(updateWidget, { ...eventParams(eventId), body })).data;
