import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { SeededTicket } from './program.ts';
import { createRandom } from './random.ts';
import { inDays } from './time.ts';

type Sold = { accountId: number; eventId: number; tickets: ReadonlyMap<string, SeededTicket> };

const AFFILIATES = [
  { code: 'RADIOSOL', name: 'Radio Sol', email: 'promo@radiosol.example', share: 6, clicks: 38 },
  {
    code: 'MODULAR-CLUB',
    name: 'Modular Club València',
    email: 'hola@modular.example',
    share: 11,
    clicks: 17,
  },
  { code: 'LENA', name: 'Lena Brandt', email: '', share: 23, clicks: 9 },
  { code: 'POSTER-2026', name: 'Posters of last year', email: '', share: 0, clicks: 2 },
] as const;
const DAYS = 30;

/**
 * Promo codes of every kind and state, in addition to the codes that orders use. Also affiliates that brought
 * some orders.
 */
export async function seedPromo(db: Db, sold: Sold): Promise<void> {
  await seedCodes(db, sold);
  await seedAffiliates(db, sold);
}

async function seedCodes(db: Db, { accountId, eventId, tickets }: Sold): Promise<void> {
  const owner = { account_id: accountId, event_id: eventId };
  const add = async (
    code: { code: string; percentage?: string; amount?: number; expires?: Date; disabled?: boolean },
    limit: number | null,
  ) => {
    const counter = await db
      .insertInto('counters')
      .values({ ...owner, kind: 'promo', quantity: limit, ceiling: limit })
      .returning('id')
      .executeTakeFirstOrThrow();
    const made = await db
      .insertInto('promo_codes')
      .values({
        ...owner,
        counter_id: counter.id,
        code: code.code,
        discount_type: code.amount === undefined ? 'percentage' : 'fixed',
        percentage: code.percentage ?? null,
        amount: code.amount ?? null,
        applies_to_all: false,
        expires_at: code.expires ?? null,
        disabled: code.disabled ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // A code for all tickets would also make the press ticket available.
    const links = [...tickets]
      .filter(([name]) => name !== 'Press and partners')
      .map(([, { ticketId }]) => ({ account_id: accountId, promo_code_id: made.id, ticket_id: ticketId }));
    await db.insertInto('promo_code_tickets').values(links).execute();
  };
  await add({ code: 'ESTUDIANTES', percentage: '12.5' }, null);
  await add({ code: 'AMIGOS5', amount: 500, expires: inDays(60) }, 200);
  await add({ code: 'MADRUGADOR', percentage: '20', expires: inDays(-14) }, 50);
  await add({ code: 'PRUEBA', percentage: '50', disabled: true }, 10);
}

async function seedAffiliates(db: Db, { accountId, eventId }: Sold): Promise<void> {
  const random = createRandom(2027);
  for (const [index, { code, name, email, share, clicks }] of AFFILIATES.entries()) {
    const { id } = await db
      .insertInto('affiliates')
      .values({
        account_id: accountId,
        event_id: eventId,
        code,
        name,
        email,
        status: share === 0 ? 'inactive' : 'active',
        created_at: inDays(-DAYS - index),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const days = Array.from({ length: DAYS }, (_, day) => ({
      account_id: accountId,
      affiliate_id: id,
      day: inDays(-day).toISOString().slice(0, 10),
      slot: 0,
      clicks: random.between(0, clicks),
    }));
    await db.insertInto('affiliate_clicks').values(days).execute();
    if (share === 0) continue;
    await sql`
      update app.orders o set affiliate_id = ${id}
      from (select id, row_number() over (order by id) as place from app.orders
        where event_id = ${eventId} and status = 'completed') n
      where n.id = o.id and n.place % ${share} = ${index} and o.affiliate_id is null`.execute(db);
  }
}
