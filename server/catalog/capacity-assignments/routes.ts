import * as endpoints from '@entrada/contract/catalog/capacity-assignments';
import { type Api, route } from '../../platform/http/route.ts';
import { changeCapacities } from './bulk-service.ts';
import * as capacities from './service.ts';

export function capacityAssignmentRoutes(api: Api): void {
  route(api, endpoints.listCapacityAssignments, ({ ctx, params, query }) =>
    capacities.listCapacities(ctx, params.eventId, query),
  );
  route(api, endpoints.getCapacityAssignment, async ({ ctx, params }) => ({
    data: await capacities.getCapacity(ctx, params.eventId, params.assignmentId),
  }));
  route(api, endpoints.createCapacityAssignment, async ({ ctx, params, body }) => ({
    data: await capacities.createCapacity(ctx, params.eventId, body),
  }));
  route(api, endpoints.updateCapacityAssignment, async ({ ctx, params, body }) => ({
    data: await capacities.updateCapacity(ctx, params, body),
  }));
  route(api, endpoints.deleteCapacityAssignment, async ({ ctx, params }) => {
    await capacities.deleteCapacity(ctx, params.eventId, params.assignmentId);
    return undefined;
  });
  route(api, endpoints.changeCapacityAssignments, async ({ ctx, params, query, body }) => ({
    data: await changeCapacities(ctx, params.eventId, { query, ...body }),
  }));
}
