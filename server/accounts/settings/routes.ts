import * as endpoints from '@entrada/contract/accounts/settings';
import { type Api, route } from '../../platform/http/route.ts';
import * as settings from './service.ts';

export function accountSettingsRoutes(api: Api): void {
  route(api, endpoints.getAccountSettings, async ({ ctx }) => ({
    data: await settings.showAccountSettings(ctx),
  }));
  route(api, endpoints.updateAccountSettings, async ({ ctx, body }) => ({
    data: await settings.changeAccountSettings(ctx, body),
  }));
}
