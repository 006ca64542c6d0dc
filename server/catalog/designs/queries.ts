import type { BackgroundType, PageColors } from '@entrada/contract/catalog/designs';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { colorColumns, colorsOf } from '../events/core/colors.ts';

/** How the pages of an event look, with the version that guards it. */
export type DesignRecord = {
  version: number;
  colors: PageColors | null;
  background: BackgroundType;
  continueButtonText: string;
  widgetAutoResize: boolean;
};

/** The design of an event of the account; null if there is no such event. */
export async function findDesign(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
): Promise<DesignRecord | null> {
  const row = await tx
    .selectFrom('events as e')
    .innerJoin('event_settings as s', 's.event_id', 'e.id')
    .select([
      'e.version',
      's.color_page',
      's.color_text',
      's.color_button',
      's.color_button_text',
      's.background_type',
      's.continue_button_text',
      's.widget_auto_resize',
    ])
    .where('e.account_id', '=', scope.accountId)
    .where('e.id', '=', eventId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    version: row.version,
    colors: colorsOf(row),
    background: row.background_type as BackgroundType,
    continueButtonText: row.continue_button_text,
    widgetAutoResize: row.widget_auto_resize,
  };
}

/** The columns of event_settings that a change of the design writes. */
export const designColumns = (change: {
  colors: PageColors | null;
  background: BackgroundType;
  continueButtonText: string;
}) => ({
  ...colorColumns(change.colors),
  background_type: change.background,
  continue_button_text: change.continueButtonText,
});
