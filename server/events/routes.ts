import type { Api } from '../platform/http/route.ts';
import type { Parts } from '../platform/parts.ts';

export function eventRoutes(_api: Api, _parts: Parts): void {}
