import type { Place } from '@entrada/contract/accounts/place';
import { timezone } from '@entrada/contract/fields';
import type { Ctx } from '../context.ts';
import { lookUpAddress } from './file.ts';
import { isOwnNetwork, plainAddress } from './own-network.ts';

/**
 * From where somebody comes, as far as it can be told without asking anybody else (docs/decisions/102). The installation's own
 * file says the country and city of a public address. Without it, the time zone that the browser names. Null: neither is
 * known. Never throws: what cannot be read is logged.
 */
export async function findPlace(
  { config, log }: Pick<Ctx, 'config' | 'log'>,
  from: { address: string; zone: string | undefined },
): Promise<Place | null> {
  const address = plainAddress(from.address);
  if (isOwnNetwork(address)) return { kind: 'local' };
  if (config.placesFile !== undefined) {
    try {
      const found = await lookUpAddress(config.placesFile, address);
      if (found) return { kind: 'address', ...found };
    } catch (error) {
      log.warn({ err: error }, 'PLACES_FILE cannot be read');
    }
  }
  const zone = timezone.safeParse(from.zone);
  return zone.success ? { kind: 'zone', zone: zone.data } : null;
}
