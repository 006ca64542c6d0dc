import * as endpoints from '@entrada/contract/insight/audit-log';
import { type Api, route } from '../../platform/http/route.ts';
import { listAuditEntries } from './service.ts';

/** The route of the account's audit log. */
export function auditLogRoutes(api: Api): void {
  route(api, endpoints.listAuditEntries, async ({ ctx, query }) => listAuditEntries(ctx, query));
}
