import type { EventDetail } from '@entrada/contract/catalog/events';
import type { CheckInList } from '@entrada/contract/door/check-in-lists';
import { Plural, Trans } from '@lingui/react/macro';
import { Space } from '../../ui/space.tsx';

type Props = {
  lists: readonly Pick<CheckInList, 'name' | 'checkedIn'>[];
  event: Pick<EventDetail, 'calledOffAt'>;
};

/** What goes with check-in lists that are deleted, and what stays. */
export function WhatDisappears({ lists, event }: Props) {
  const lost = lists.reduce((sum, { checkedIn }) => sum + checkedIn, 0);
  const name = lists.length === 1 && lists[0]?.name;
  return (
    <>
      {name ? (
        <Trans>The link of {name} stops working at once.</Trans>
      ) : (
        <Plural
          value={lists.length}
          one="Its link stops working at once."
          other="Their links stop working at once."
        />
      )}
      <Space />
      {lost > 0 && (
        <Plural
          value={lost}
          one="# check-in disappears; the scans are kept."
          other="# check-ins disappear; the scans are kept."
        />
      )}
      <Space />
      {!event.calledOffAt && <Trans>Tickets stay valid.</Trans>}
    </>
  );
}
