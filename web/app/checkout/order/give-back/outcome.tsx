import { Trans, useLingui } from '@lingui/react/macro';
import { useActionData } from 'react-router';
import { errorCodeMessage } from '../../../platform/api/error-messages.ts';
import { Money } from '../../../ui/money.tsx';
import { Note } from '../../../ui/notices/note.tsx';
import { OutcomeNote } from '../../../ui/notices/outcome-note.tsx';
import type { GiveBackAnswer } from './send.server.ts';

/** What became of the form that was just sent. What was refused is said in the form itself. */
export function Outcome({ currency }: { currency: string }) {
  const answer = useActionData<GiveBackAnswer | { gaveBack?: undefined }>();
  if (!answer?.gaveBack || answer.gaveBack === 'refused') return null;
  const amount = <Money minor={answer.amount} currency={currency} />;
  if (answer.gaveBack === 'asked')
    return (
      <OutcomeNote tone="ok" of={answer}>
        <Trans>We have asked the organizer. You get an email with the answer.</Trans>
      </OutcomeNote>
    );
  return (
    <OutcomeNote tone="ok" of={answer}>
      {answer.amount > 0 ? (
        <Trans>Given back. {amount} is on its way to you; most banks show it within 10 days.</Trans>
      ) : (
        <Trans>Given back. The tickets are no longer valid.</Trans>
      )}
    </OutcomeNote>
  );
}

/** Why the form that was just sent was refused. */
export function Refused() {
  const { i18n, t } = useLingui();
  const answer = useActionData<GiveBackAnswer | { gaveBack?: undefined }>();
  if (answer?.gaveBack !== 'refused') return null;
  return (
    <Note tone="error" announce>
      {answer.code === 'nothing_chosen'
        ? t`Choose at least one ticket.`
        : errorCodeMessage(i18n, answer.code)}
    </Note>
  );
}
