import { Trans } from '@lingui/react/macro';

/** The places of an event that is called off are sold to nobody, and its tickets are not made valid again. */
export function CancelledForGood() {
  return <Trans>While the event is called off, this cannot be undone.</Trans>;
}
