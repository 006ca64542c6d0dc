import { Trans } from '@lingui/react/macro';
import styles from './form.module.css';

export function StepCount({ step }: { step: 1 | 2 }) {
  return (
    <p className={styles.steps}>
      <Trans>Step {step} of 2</Trans>
    </p>
  );
}
