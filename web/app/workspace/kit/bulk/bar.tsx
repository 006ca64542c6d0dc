import { Trans, useLingui } from '@lingui/react/macro';
import { IconBan, IconMailForward, IconReceiptRefund, IconSend, IconUserCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEvent } from '../data/event.ts';
import { useSession } from '../data/session.ts';
import { modals } from '../dialogs/modals.ts';
import { latePart } from '../late/part.tsx';
import type { ListPageState } from '../list/use-list-page.ts';
import { useBeginMessage } from '../messages/begin.tsx';
import { BulkAction, BulkBar } from '../selection/bulk-bar.tsx';
import { useChosenRows } from '../selection/use-chosen-rows.ts';
import type { Selection } from '../selection/use-selection.ts';
import type { BulkAct, BulkList } from './api.ts';
import type { BulkQuestion } from './form.tsx';

/** Loads when an action is pressed first. */
const BulkForm = latePart<BulkQuestion>(() => import('./form.tsx').then((part) => part.BulkForm), {
  Place: () => null,
});

/** The rows that stay out. */
const exceptOf = (except: number[]) => (except.length > 0 ? { except } : {});

type Props = { noun: BulkList; page: ListPageState; children: ReactNode };

/** The bar of actions for chosen orders, attendees or guests. Its children are more buttons. */
export function JobBar(props: Props) {
  const { selection } = props.page;
  return selection && <Bar {...props} selection={selection} />;
}

function Bar({ noun, page, selection, children }: Props & { selection: Selection }) {
  const { t } = useLingui();
  const { id: eventId, calledOffAt } = useEvent();
  const { may } = useSession();
  const choose = useChosenRows(selection);
  const acts: { act: BulkAct; icon: typeof IconBan; label: string; title: string }[] = [
    {
      act: 'resend',
      icon: IconMailForward,
      label: noun === 'orders' ? t`Resend` : t`Resend tickets`,
      title: noun === 'orders' ? t`Resend the chosen orders?` : t`Resend the chosen tickets?`,
    },
    { act: 'check_in', icon: IconUserCheck, label: t`Check in`, title: t`Check in the chosen attendees?` },
    {
      act: 'refund',
      icon: IconReceiptRefund,
      label: t`Refund`,
      title: noun === 'orders' ? t`Refund the chosen orders?` : t`Refund the chosen tickets?`,
    },
    {
      act: 'cancel',
      icon: IconBan,
      label: t({ message: 'Cancel', context: 'orders and tickets' }),
      title: noun === 'orders' ? t`Cancel the chosen orders?` : t`Cancel the chosen tickets?`,
    },
  ];
  const mayDo = (act: BulkAct) =>
    // Nobody has paid for guests by a provider.
    !(act === 'refund' && noun === 'guests') &&
    (act === 'check_in' ? noun === 'attendees' && may('check-in.manage') : may('orders.write'));
  const begin = useBeginMessage();
  const write = () => {
    const rows = choose();
    if (!rows) return;
    const { page: _, per_page, sort_by, sort_direction, ...query } = page.list.params;
    const to = noun === 'attendees' ? 'attendees' : 'buyers';
    begin?.('ids' in rows ? { to, query: {}, ids: rows.ids } : { to, query, ...exceptOf(rows.except) });
  };
  const ask = (act: BulkAct, title: string) => {
    const rows = choose();
    if (!rows) return;
    const chosen = { eventId, noun, rows, query: page.list.params };
    const id = modals.open({
      title,
      children: (
        <BulkForm
          act={act}
          chosen={chosen}
          count={selection.count}
          isCalledOff={calledOffAt !== null}
          onBegun={selection.clear}
          close={() => modals.close(id)}
        />
      ),
    });
  };
  return (
    <BulkBar selection={selection}>
      {acts
        .filter(({ act }) => mayDo(act))
        .map(({ act, icon, label, title }) => (
          <BulkAction key={act} icon={icon} onClick={() => ask(act, title)}>
            {label}
          </BulkAction>
        ))}
      {/* The guest list has filters of its own, which a message does not know. */}
      {begin && (noun !== 'guests' || selection.rows.kind === 'some') && (
        <BulkAction icon={IconSend} onClick={write}>
          <Trans>Message</Trans>
        </BulkAction>
      )}
      {children}
    </BulkBar>
  );
}
