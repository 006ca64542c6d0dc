import { Trans } from '@lingui/react/macro';
import type { ActedEvent } from './use-status.ts';

/** What no longer works once an event is a draft again. Of one that is called off nobody buys, and no ticket is valid. */
export function WhatUnpublishingEnds({ event: { title, calledOffAt } }: { event: ActedEvent }) {
  return calledOffAt ? (
    <Trans>The page of {title} answers “not found” until you publish it again.</Trans>
  ) : (
    <Trans>
      The page of {title} answers “not found” and nobody can buy until you publish it again. Tickets already
      sold stay valid.
    </Trans>
  );
}

/** What no longer works once an event is archived. */
export function WhatArchivingEnds({ event: { title, calledOffAt } }: { event: ActedEvent }) {
  return calledOffAt ? (
    <Trans>
      {title} leaves your lists and its page closes. Orders and attendees are kept, and you can restore it as
      a draft.
    </Trans>
  ) : (
    <Trans>
      {title} leaves your lists and its page closes. Orders and attendees are kept, and you can restore it as
      a draft. Tickets stay valid and nobody is told: if the event does not take place, call it off first.
    </Trans>
  );
}
