import * as endpoints from '@entrada/contract/door/scan-log';
import { exportRoute } from '../../platform/http/export-route.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { scansFile } from './export.ts';
import { listScans } from './service.ts';

export function scanLogRoutes(api: Api): void {
  route(api, endpoints.listScans, ({ ctx, params, query }) => listScans(ctx, params.eventId, query));
  exportRoute(api, { name: 'exportScans', what: 'scans' }, scansFile);
}
