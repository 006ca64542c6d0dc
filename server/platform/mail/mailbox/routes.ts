import { pathId } from '@entrada/contract/fields';
import * as endpoints from '@entrada/contract/mailbox';
import { z } from 'zod';
import { type Api, download, route } from '../../http/route.ts';
import type { Resources } from '../../resources.ts';
import * as mailbox from './service.ts';

/**
 * The mails of an installation without a mail server. Everybody who can reach the installation can read them.
 */
export function mailboxRoutes(api: Api, { drawings }: Pick<Resources, 'drawings'>): void {
  route(api, endpoints.listMailbox, ({ ctx, query }) => mailbox.listMails(ctx, query));
  route(api, endpoints.getMailboxMessage, async ({ ctx, params }) => ({
    data: await mailbox.getMail(ctx, params.mailId),
  }));
  download(
    api,
    {
      path: '/public/mailbox/:mailId/attachments/:attachmentId',
      area: 'mailbox',
      name: 'getMailboxAttachment',
      summary: 'An attachment of a kept mail. 404 where the mailbox is off.',
      types: ['application/pdf', 'text/calendar'],
      access: 'public',
      params: z.object({ mailId: pathId, attachmentId: pathId }),
    },
    // The browser always saves an attachment and never displays it, so that its contents do not run on this
    // site.
    ({ ctx, params }) => mailbox.getAttachment(ctx, drawings, params),
  );
}
