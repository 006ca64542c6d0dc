import type { DoorRole } from '@entrada/contract/door/check-in-links';
import { passwordFits } from '../../accounts/password.ts';
import type { Ctx } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { refusalOf, roleOf } from './core/entry.ts';
import { triesLeft } from './core/pin.ts';
import { lookAtLink } from './entry.ts';
import { insertDevice, type LinkRow } from './entry-queries.ts';
import { countTry, forgetTries } from './pin-queries.ts';

type Asked = {
  shortId: string;
  /** How the phone calls itself. */
  device: string;
  pin?: string | undefined;
  /** The network address of the caller. Wrong PINs count for it together with the name of the phone. */
  address: string;
};

/**
 * Lets a phone in by a link and answers its token, which is shown this once. Throws CHECK_IN_LIST_NOT_FOUND,
 * DOOR_PIN_REQUIRED, DOOR_PIN_WRONG with params.triesLeft, RATE_LIMITED in a pause after wrong PINs, and UNAVAILABLE if too
 * many PINs and passwords are compared at once.
 */
export async function enterDoor(ctx: Ctx, asked: Asked): Promise<{ token: string; role: DoorRole }> {
  const link = await lookAtLink(ctx, { shortId: asked.shortId, deviceToken: null });
  const refusal = refusalOf(link, { atLeast: 'steward' });
  if (refusal && refusal !== 'DOOR_PIN_REQUIRED') throw fail(refusal);
  if (link.pin_hash !== null) await expectPin(ctx, link, asked);
  const token = newToken();
  await insertDevice(ctx.db, link, { tokenHash: hashToken(token), name: asked.device });
  return { token, role: roleOf(link) };
}

async function expectPin(ctx: Ctx, link: LinkRow, { pin, address, device }: Asked): Promise<void> {
  if (pin === undefined) throw fail('DOOR_PIN_REQUIRED');
  const caller = { linkId: link.link_id, caller: hashToken(`${address} ${device}`) };
  const counted = await countTry(ctx.db, caller);
  if ('pauseSeconds' in counted) throw fail('RATE_LIMITED', { retryAfter: counted.pauseSeconds });
  if (!(await passwordFits(pin, link.pin_hash)))
    throw fail('DOOR_PIN_WRONG', { params: { triesLeft: triesLeft(counted.tries) } });
  await forgetTries(ctx.db, caller);
}
