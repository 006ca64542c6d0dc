import type { HeldAnswers } from '@entrada/contract/sales/order-answers';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { AnswerGroups } from '../../ui/answer-groups.tsx';
import { HeldAnswersList, hasAnswers } from '../kit/answers/held-answers.tsx';
import { keys } from '../kit/data/keys.ts';
import { RecordSection } from '../kit/record/section.tsx';
import type { OrderView } from './api.ts';

type OrderAnswersProps = { view: OrderView; eventId: number; mayEdit: boolean };

/** The answers of an order. Until the tickets are issued, only the buyer can change them. */
export function OrderAnswers({ view: { order, answers }, eventId, mayEdit }: OrderAnswersProps) {
  const client = useQueryClient();
  const show = (saved: HeldAnswers) =>
    client.setQueryData<OrderView>(
      keys.order(eventId, order.id),
      (old) =>
        old && {
          ...old,
          answers: old.answers.map((one) => (one.attendee?.id === saved.attendee?.id ? saved : one)),
        },
    );
  const isDraft = answers.length === 0;
  if (isDraft ? order.answers.length === 0 : !answers.some((one) => hasAnswers(one, mayEdit))) return null;
  return (
    <RecordSection title={<Trans>Answers</Trans>}>
      {isDraft ? (
        <AnswerGroups groups={order.answers} />
      ) : (
        <HeldAnswersList
          of={{ eventId, orderId: order.id }}
          records={answers}
          mayEdit={mayEdit}
          onSaved={show}
        />
      )}
    </RecordSection>
  );
}
