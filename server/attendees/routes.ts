import type { Api } from '../platform/http/route.ts';

export function attendeeRoutes(_api: Api): void {}
