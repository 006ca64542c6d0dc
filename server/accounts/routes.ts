import type { Api } from '../platform/http/route.ts';

export function accountRoutes(_api: Api): void {}
