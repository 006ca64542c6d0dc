import * as endpoints from '@entrada/contract/sales/imports/endpoints';
import { LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { readGuestFile } from './read.ts';
import { listImports, showImport, startImport } from './service.ts';
import { readUpload, takeFiles } from './upload.ts';

/** Ten thousand guests with notes. */
const BODY_BYTES = 6 * 1024 * 1024;

export function importRoutes(api: Api): void {
  void api.app.register((app, _options, done) => {
    takeFiles(app);
    route(
      { ...api, app },
      endpoints.readGuestFile,
      async ({ ctx, params, request }) => ({
        data: await readGuestFile(ctx, params, () => readUpload(request)),
      }),
      { limits: [LIMITS_BY_PURPOSE.upload] },
    );
    done();
  });
  route(
    api,
    endpoints.startGuestImport,
    async ({ ctx, params, body, idempotencyKey, requestHash }) => ({
      data: await startImport(ctx, { ...params, wish: body, key: idempotencyKey, hash: requestHash }),
    }),
    { bodyLimit: BODY_BYTES },
  );
  route(api, endpoints.getGuestImport, async ({ ctx, params }) => ({ data: await showImport(ctx, params) }));
  route(api, endpoints.listGuestImports, async ({ ctx, params }) => ({
    data: await listImports(ctx, params),
  }));
}
