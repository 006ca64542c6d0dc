import type { EventDetail } from '@entrada/contract/catalog/events';
import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { checklistSteps } from '../../kit/data/event.ts';
import { StepAction, StepText, stepNames } from '../../kit/event-actions/steps.tsx';
import { Tick } from '../../kit/event-actions/tick.tsx';
import styles from '../dashboard.module.css';

/** A short view of getting started: how many steps are done, and the next step. */
export function NextSteps({ event }: { event: EventDetail }) {
  const { i18n } = useLingui();
  const steps = checklistSteps(event.checklist);
  const done = steps.filter((step) => step.isDone).length;
  const total = steps.length;
  const next = steps.find((step) => !step.isDone);
  return (
    <section className={styles.cell} aria-labelledby="next-steps">
      <div className={styles.cellHead}>
        <h2 id="next-steps">
          <Trans>Getting started</Trans>
        </h2>
        <span className={styles.quiet}>
          <Trans>
            {done} of {total}
          </Trans>
        </span>
      </div>
      <ul>
        {steps
          .filter((step) => step !== next)
          .map((step) => (
            <li key={step.id} className={styles.step}>
              <Tick isDone={step.isDone} />
              <span className={styles.stepName}>{i18n._(stepNames[step.id])}</span>
            </li>
          ))}
        {next && (
          <li className={styles.nextStep}>
            <Tick isDone={false} />
            <div>
              <strong>{i18n._(stepNames[next.id])}</strong>
              <p className={styles.quiet}>
                <StepText id={next.id} event={event} />
              </p>
              <div className={styles.stepAction}>
                <StepAction id={next.id} event={event} variant="ink" />
              </div>
            </div>
          </li>
        )}
      </ul>
    </section>
  );
}
