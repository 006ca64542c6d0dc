import * as endpoints from '@entrada/contract/door/inside';
import { type Api, route } from '../../platform/http/route.ts';
import { listPeopleInside } from './service.ts';

export function insideRoutes(api: Api): void {
  route(api, endpoints.listPeopleInside, ({ ctx, params, query }) => listPeopleInside(ctx, params, query));
}
