import type { BuyerPolicy, BuyerStep } from '@entrada/contract/catalog/policies/give-back';
import { Trans, useLingui } from '@lingui/react/macro';
import { Space } from '../space.tsx';
import { untilInSentence } from './dates.ts';
import { ShareSentence } from './share.tsx';
import { PolicySteps } from './steps.tsx';

type PolicyProps = { policy: BuyerPolicy; timezone: string };

/** Whether buyers can give tickets back, until when and how much they get: in sentences, with several steps as a table. */
export function PolicyWords({ policy, timezone }: PolicyProps) {
  const { steps, present } = policy;
  if (steps.length === 0) return null;
  const step = present === null ? null : steps[present];
  if (!step) return <Trans>These tickets can’t be given back any more.</Trans>;
  if (present === steps.length - 1) return <StepSentences step={step} timezone={timezone} />;
  return <PolicySteps policy={policy} timezone={timezone} />;
}

/** The step that counts, in sentences. */
export function StepSentences({ step, timezone }: { step: BuyerStep; timezone: string }) {
  const { i18n } = useLingui();
  const when = untilInSentence(step, { locale: i18n.locale, timezone });
  return (
    <>
      {step.way === 'automatic' ? (
        <Trans>You can give tickets back until {when}.</Trans>
      ) : (
        <Trans>You can ask to give tickets back until {when}; the organizer decides.</Trans>
      )}
      <Space />
      <ShareSentence {...step} />
    </>
  );
}
