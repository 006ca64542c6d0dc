import { Trans } from '@lingui/react/macro';
import { IconCopy, IconExternalLink, IconPrinter } from '@tabler/icons-react';
import { useEventActions } from '../../kit/event-actions/provider.tsx';
import { Menu } from '../../kit/menus/menu.tsx';

const SYMBOL = { size: 18, stroke: 1.75 };

/** Where the buyer looks at an order. */
export const buyerPath = (eventId: number, shortId: string) => `/order/${eventId}/${shortId}`;

type PageItemsProps = {
  eventId: number;
  shortId: string;
  /** False where a button beside the menu copies the link. */
  hasCopy?: boolean;
};

/** The items of a menu that lead to the buyer's page: its link, the page, and the order on paper. */
export function PageItems({ eventId, shortId, hasCopy = true }: PageItemsProps) {
  const { copyLink } = useEventActions();
  const path = buyerPath(eventId, shortId);
  const tab = { component: 'a' as const, target: '_blank', rel: 'noopener' };
  return (
    <>
      {hasCopy && (
        <Menu.Item leftSection={<IconCopy {...SYMBOL} />} onClick={() => void copyLink(path)}>
          <Trans>Copy the buyer’s link</Trans>
        </Menu.Item>
      )}
      <Menu.Item {...tab} href={path} leftSection={<IconExternalLink {...SYMBOL} />}>
        <Trans>Open the buyer’s page</Trans>
      </Menu.Item>
      <Menu.Item {...tab} href={`${path}/print`} leftSection={<IconPrinter {...SYMBOL} />}>
        <Trans>Print order</Trans>
      </Menu.Item>
    </>
  );
}
