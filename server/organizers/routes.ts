import type { Api } from '../platform/http/route.ts';

export function organizerRoutes(_api: Api): void {}
