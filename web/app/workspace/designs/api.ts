import { type Design, getDesign, updateDesign } from '@entrada/contract/catalog/designs';
import type { InputOf } from '@entrada/contract/endpoint';
import { api } from '../../platform/api/client.ts';
import { eventParams } from '../kit/data/event.ts';

export type DesignBody = InputOf<typeof updateDesign>['body'];

export const loadDesign = async (eventId: number): Promise<Design> =>
  (await api(getDesign, eventParams(eventId))).data;

export const saveDesign = async (eventId: number, body: DesignBody): Promise<Design> =>
  (await api(updateDesign, { ...eventParams(eventId), body })).data;
