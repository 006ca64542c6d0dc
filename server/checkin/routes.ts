import type { Api } from '../platform/http/route.ts';

export function checkInRoutes(_api: Api): void {}
