import type { Parts } from '../platform/parts.ts';
import type { Api } from '../platform/http/route.ts';

export function orderRoutes(_api: Api, _parts: Parts): void {}
