import type { Api } from '../platform/http/route.ts';

export function mailboxRoutes(_api: Api): void {}
