import type { Refund } from '@entrada/contract/sales/refunds';
import { Trans, useLingui } from '@lingui/react/macro';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { useIsCovered } from '../../kit/dialogs/cover.ts';
import type { OrderView } from '../api.ts';
import styles from './dialog.module.css';
import { RefundForm } from './form.tsx';
import { useSendRefund } from './use-send.ts';
import { draftOf, NEW_REFUND, type RefundDraft } from './values.ts';

type RefundDialogProps = {
  view: OrderView;
  eventId: number;
  opened: boolean;
  /** The failed refund that is tried again; null for a new refund. */
  again: Refund | null;
  close: () => void;
  onRefunded: () => void;
};

/** Asks for the amount of a refund and says what follows from it. The values stay while the order's drawer is open. */
export function RefundDialog({ view, eventId, opened, again, close, onRefunded }: RefundDialogProps) {
  const { i18n } = useLingui();
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const isCovered = useIsCovered();
  const [draft, setDraft] = useState<RefundDraft>(NEW_REFUND);
  const send = useSendRefund({
    eventId,
    view,
    onDone: () => {
      setDraft(NEW_REFUND);
      close();
      onRefunded();
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when it is asked for, not whenever the order changes
  useEffect(() => {
    if (!opened || !again) return;
    const { order, money } = view;
    setDraft(draftOf(again, money, { locale: languageTag(i18n.locale), canCancel: order.isCompleted }));
  }, [opened, again]);
  return (
    <Modal
      opened={opened}
      onClose={() => !send.isPending && close()}
      title={
        <Trans>
          Refund order <span className="reference">{view.order.reference}</span>
        </Trans>
      }
      closeOnEscape={!isCovered}
      size={560}
      fullScreen={isPhone}
      classNames={{
        content: styles.content,
        header: styles.header,
        body: styles.body,
      }}
    >
      <RefundForm view={view} draft={draft} setDraft={setDraft} send={send} close={close} />
    </Modal>
  );
}
