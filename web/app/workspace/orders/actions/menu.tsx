import { Trans, useLingui } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import { IconCopy, IconExternalLink, IconMail } from '@tabler/icons-react';
import { LateMenu } from '../../kit/display/late-menu.tsx';
import { useEventActions } from '../../kit/event-actions/provider.tsx';
import { askResend } from '../../kit/resends/ask-resend.tsx';
import type { OrderView } from '../api.ts';

const SYMBOL = { size: 18, stroke: 1.75 };

/** What can be done with an order besides money and places: mail it again, and the buyer's own page. */
export function OrderMenu({
  view: { order },
  eventId,
  mayEdit,
}: {
  view: OrderView;
  eventId: number;
  mayEdit: boolean;
}) {
  const { t } = useLingui();
  const { copyLink } = useEventActions();
  const { reference, buyer } = order;
  const path = `/order/${eventId}/${order.shortId}`;
  const isLive = order.isCompleted || order.offline?.isAwaited;
  return (
    <LateMenu label={t`Actions for order ${reference}`} width={240}>
      {mayEdit && isLive && (
        <Menu.Item
          leftSection={<IconMail {...SYMBOL} />}
          onClick={() =>
            askResend(
              { eventId, orderId: order.id, attendeeId: null, email: buyer.email },
              <Trans>Send order {reference} again?</Trans>,
            )
          }
        >
          <Trans>Send again</Trans>
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCopy {...SYMBOL} />} onClick={() => void copyLink(path)}>
        <Trans>Copy the buyer’s link</Trans>
      </Menu.Item>
      <Menu.Item
        component="a"
        href={path}
        target="_blank"
        rel="noopener"
        leftSection={<IconExternalLink {...SYMBOL} />}
      >
        <Trans>Open the buyer’s page</Trans>
      </Menu.Item>
    </LateMenu>
  );
}
