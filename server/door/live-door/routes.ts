import { DEVICE_TOKEN } from '@entrada/contract/door/check-in-links';
import { liveDoorPath } from '@entrada/contract/door/live-path';
import { checkInListShortId } from '@entrada/contract/fields';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, download } from '../../platform/http/route.ts';
import { sendOpenEnded } from '../../platform/live/open-ended.ts';
import { doorCallOf, enterByLink } from '../check-in-links/entry.ts';
import type { DoorHub } from './hub.ts';

/** The stream of one door. It ends with the application, which waits for no reader. */
export function liveDoorRoutes(api: Api, hub: DoorHub): void {
  download(
    api,
    {
      path: liveDoorPath(':listShortId'),
      area: 'live',
      name: 'followDoor',
      summary:
        'Server-sent events of one door: `hello` and `counts` (how many may enter, how many are inside), `scans` (new scans, for supervisors), `beat`, `end` (the link was closed, or its PIN changed: do not come back). `device`: the token of the phone, where no header can be sent.',
      types: ['text/event-stream'],
      access: 'public',
      params: z.object({ listShortId: checkInListShortId }),
      query: z.object({ device: z.string().regex(DEVICE_TOKEN).optional() }),
      readLimit: LIMITS_BY_PURPOSE.doorRead,
    },
    async ({ ctx, params, query, request }) => {
      const asked = doorCallOf(request, params.listShortId);
      const call = { ...asked, deviceToken: asked.deviceToken ?? query.device ?? null };
      const entered = await enterByLink(ctx, call, 'steward');
      const headers = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' };
      const contentType = 'text/event-stream; charset=utf-8';
      if (request.method === 'HEAD') return { contentType, headers, body: '' };
      const mayGoOn = async () => {
        try {
          return (await enterByLink(ctx, call, 'steward')).role === entered.role;
        } catch (error) {
          if (error instanceof AppError && error.code !== 'UNAVAILABLE') return false;
          throw error;
        }
      };
      const { listId, linkId, role } = entered;
      const body = await hub.open({ listId, linkId, role, mayGoOn });
      return { contentType, headers, body: (reply) => sendOpenEnded(reply, body) };
    },
  );
  api.app.addHook('preClose', async () => hub.close());
}
