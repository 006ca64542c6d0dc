import { type AudienceCount, isUnfiltered } from '@entrada/contract/outreach/audience';
import type { MessageDetail } from '@entrada/contract/outreach/messages';
import { useLingui } from '@lingui/react/macro';
import { useSession } from '../../kit/data/session.ts';
import type { Draft } from '../api.ts';
import type { MomentProblem } from './when.tsx';

type Given = {
  values: Draft;
  base: MessageDetail | null;
  count: AudienceCount | undefined;
  problem: MomentProblem | null;
  isAgreed: boolean;
};

/** Why a message can't be sent yet, in words: the first thing to do. Null if it can. */
export function useObstacle({ values, base, count, problem, isAgreed }: Given): string | null {
  const { t } = useLingui();
  const { me } = useSession();
  if (!me.emailConfirmed) return t`Confirm your email address before you send messages.`;
  if (count?.found === 0 && isUnfiltered(values.audience)) return t`Nobody has a ticket yet.`;
  if (count?.mails === 0) return t`Nobody matches, so there is nobody to send it to.`;
  if (values.subject.trim() === '') return t`Write a subject first.`;
  if (values.body.trim() === '') return t`Write the text first.`;
  const [unknown] = base?.problems ?? [];
  if (unknown) return t`“${unknown.name}” is no placeholder. Remove it or choose one of the list.`;
  if (problem === 'missing') return t`Choose the time.`;
  if (problem === 'past') return t`The time that you chose is over.`;
  if (problem === 'after') return t`The event is over at the time that you chose.`;
  return isAgreed ? null : t`Confirm that it is not advertising.`;
}
