import * as design from '@entrada/contract/catalog/designs';
import * as widget from '@entrada/contract/catalog/widget';
import { type Api, route } from '../../platform/http/route.ts';
import * as designs from './service.ts';

export function designRoutes(api: Api): void {
  route(api, design.getDesign, async ({ ctx, params }) => ({
    data: await designs.getDesign(ctx, params.eventId),
  }));
  route(api, design.updateDesign, async ({ ctx, params, body }) => ({
    data: await designs.updateDesign(ctx, params.eventId, body),
  }));
  route(api, widget.getWidget, async ({ ctx, params }) => ({
    data: await designs.getWidget(ctx, params.eventId),
  }));
  route(api, widget.updateWidget, async ({ ctx, params, body }) => ({
    data: await designs.updateWidget(ctx, params.eventId, body),
  }));
}
