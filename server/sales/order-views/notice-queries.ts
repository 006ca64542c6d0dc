import type { Db, Tx } from '../../db/client.ts';
import { isAmong } from '../../db/fragments.ts';
import type { Issuer } from '../invoices/core/content.ts';

/** The facts of an event that the completion of an order needs. */
export type EventNotice = {
  notifyOrganizer: boolean;
  organizerEmail: string;
  /** The language of mails to the team: the account's, or its owner's; null if there is none. */
  teamLocale: string | null;
  issuer: Issuer;
};

/** The notices of several events, by event id. */
export async function findNotices(
  tx: Tx | Db,
  eventIds: readonly number[],
): Promise<Map<number, EventNotice>> {
  const rows = await tx
    .selectFrom('events as e')
    .innerJoin('event_settings as s', 's.event_id', 'e.id')
    .innerJoin('organizers as o', 'o.id', 'e.organizer_id')
    .innerJoin('accounts as a', 'a.id', 'e.account_id')
    .leftJoin('memberships as m', (join) =>
      join.onRef('m.account_id', '=', 'e.account_id').on('m.role', '=', 'owner'),
    )
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select([
      'e.id',
      'e.title',
      'e.starts_at',
      'e.ends_at',
      'e.timezone',
      's.notify_organizer',
      's.invoicing',
      's.invoice_prefix',
      's.invoice_issuer',
      's.invoice_tax_id',
      'o.name as organizer_name',
      'o.email',
      'u.locale',
      'a.legal_name',
      'a.address',
      'a.tax_id',
      'a.locale as account_locale',
    ])
    .where(isAmong('e.id', eventIds))
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        notifyOrganizer: row.notify_organizer,
        organizerEmail: row.email,
        teamLocale: row.account_locale ?? row.locale,
        issuer: {
          invoicing: row.invoicing,
          prefix: row.invoice_prefix,
          ...sellerOf(row),
          organizerName: row.organizer_name,
          event: { title: row.title, startsAt: row.starts_at, endsAt: row.ends_at, timeZone: row.timezone },
        },
      },
    ]),
  );
}

/** Name and address, and tax number, of who issues invoices: the event's, each where it is empty the account's. */
const sellerOf = (row: {
  invoice_issuer: string;
  invoice_tax_id: string;
  legal_name: string;
  address: string;
  tax_id: string;
}) => ({
  issuer: row.invoice_issuer || [row.legal_name, row.address].filter(Boolean).join('\n'),
  taxId: row.invoice_tax_id || row.tax_id,
});
