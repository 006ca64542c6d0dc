import { type Design, updateDesign } from '@entrada/contract/catalog/designs';
import type { InputOf } from '@entrada/contract/endpoint';
import { api } from '../../platform/api/client.ts';
import { designRead } from '../kit/data/design.ts';
import { eventParams } from '../kit/data/event.ts';

export type DesignBody = InputOf<typeof updateDesign>['body'];

export const loadDesign = (eventId: number): Promise<Design> => designRead(eventId).load(api);

export const saveDesign = async (eventId: number, body: DesignBody): Promise<Design> =>
  (await api(updateDesign, { ...eventParams(eventId), body })).data;
