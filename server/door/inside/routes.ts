import * as endpoints from '@entrada/contract/door/inside';
import { exportRoute } from '../../platform/http/export-route.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { peopleInsideFile } from './export.ts';
import { listPeopleInside } from './service.ts';

export function insideRoutes(api: Api): void {
  route(api, endpoints.listPeopleInside, ({ ctx, params, query }) => listPeopleInside(ctx, params, query));
  exportRoute(api, { name: 'exportPeopleInside', what: 'people-inside' }, peopleInsideFile);
}
