import type { Parts } from '../platform/parts.ts';
import type { Api } from '../platform/http/route.ts';

export function eventRoutes(_api: Api, _parts: Parts): void {}
