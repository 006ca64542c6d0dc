import { Trans, useLingui } from '@lingui/react/macro';
import { Note } from '../../ui/notices/note.tsx';
import { checklistSteps, useEvent } from '../kit/data/event.ts';
import { canPublish, PublishConditions } from '../kit/event-actions/publish-conditions.tsx';
import { StepAction, StepText, stepNames } from '../kit/event-actions/steps.tsx';
import { Tick } from '../kit/event-actions/tick.tsx';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import styles from './getting-started.module.css';

export default function GettingStartedPage() {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const steps = checklistSteps(event.checklist);
  const done = steps.filter((step) => step.isDone).length;
  const total = steps.length;
  const next = steps.find((step) => !step.isDone);
  return (
    <div className={styles.page}>
      <PageHeader
        title={<Trans>Getting started</Trans>}
        tab={[t`Getting started`, event.title]}
        meta={
          <Trans>
            {done} of {total} done
          </Trans>
        }
      />
      {!next && (
        <Note tone="ok">
          <Trans>Everything is set up. People can buy, and your staff can let them in.</Trans>
        </Note>
      )}
      <ol className={styles.steps}>
        {steps.map((step) => {
          const isMissing = step.id === 'publish' && !step.isDone && !canPublish(event.checklist);
          return (
            <li key={step.id} className={styles.step}>
              <Tick isDone={step.isDone} />
              <div className={styles.words}>
                <h2 className={styles.name}>{i18n._(stepNames[step.id])}</h2>
                {!step.isDone && (
                  <p className={styles.text}>
                    <StepText id={step.id} event={event} />
                  </p>
                )}
                {isMissing && (
                  <div className={styles.missing}>
                    <Trans>Two things are needed first:</Trans>
                    <PublishConditions event={event} />
                  </div>
                )}
              </div>
              {!step.isDone && !isMissing && (
                <div className={styles.action}>
                  <StepAction id={step.id} event={event} variant={step === next ? 'primary' : 'default'} />
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
