import type { EventDetail } from '@entrada/contract/catalog/events';
import { Trans } from '@lingui/react/macro';

/** Who can do what once an event is live. */
export function WhatPublishingOpens({
  event: { title, calledOffAt },
}: {
  event: Pick<EventDetail, 'title' | 'calledOffAt'>;
}) {
  return calledOffAt ? (
    <Trans>Anyone can open the page of {title} from now on. It says that the event is called off.</Trans>
  ) : (
    <Trans>Anyone can open the page of {title} and buy tickets from now on.</Trans>
  );
}
