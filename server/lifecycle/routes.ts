import type { Api } from '../platform/http/route.ts';

export function lifecycleRoutes(_api: Api): void {}
