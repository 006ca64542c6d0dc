import { z } from 'zod';

/**
 * Where a buyer chose the tickets: path and query of the page, and the site that led there. Of it the order keeps a class, such as
 * a host or the words of a campaign.
 */
export const visit = z.strictObject({
  address: z.string().max(2000),
  referrer: z.string().max(2000).optional(),
  isWidget: z.boolean().default(false),
});
