import type { GuestRow, GuestState } from '@entrada/contract/sales/guests/list';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';

const STATES: Record<GuestState, { tone: BadgeTone; words: MessageDescriptor }> = {
  listed: { tone: 'ok', words: msg`On the list` },
  sending: { tone: 'neutral', words: msg`Being sent` },
  sent: { tone: 'ok', words: msg`Ticket sent` },
  email_failed: { tone: 'bad', words: msg`Email failed` },
  arrived: { tone: 'ok', words: msg`Checked in` },
  cancelled: { tone: 'neutral', words: msg`Cancelled` },
};

/** The words of each state, in the order of a guest's way. */
export function useStateWords(): { state: GuestState; words: string }[] {
  const { i18n } = useLingui();
  return (Object.keys(STATES) as GuestState[]).map((state) => ({
    state,
    words: i18n._(STATES[state].words),
  }));
}

/** How a guest stands. Of several people it says how many are inside. */
export function GuestStatus({ one: { state, arrived: inside, plus } }: { one: GuestRow }) {
  const { i18n } = useLingui();
  const { tone, words } = STATES[state];
  const people = plus + 1;
  return (
    <Badge tone={tone} quiet={tone === 'ok' || state === 'sending'}>
      {state === 'arrived' && people > 1 ? (
        <Trans>
          {inside} of {people} checked in
        </Trans>
      ) : (
        i18n._(words)
      )}
    </Badge>
  );
}
