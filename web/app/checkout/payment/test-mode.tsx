import { Trans } from '@lingui/react/macro';
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './page.module.css';

/** The card numbers of the test bank, in the order of the journeys that they lead to. */
const numbers: { number: string; meaning: ReactNode }[] = [
  { number: '4242 4242 4242 4242', meaning: <Trans>approved</Trans> },
  { number: '4000 0027 6000 3184', meaning: <Trans>asks you to confirm (3-D Secure)</Trans> },
  { number: '4000 0084 0000 1629', meaning: <Trans>declined although confirmed</Trans> },
  { number: '4000 0000 0000 0002', meaning: <Trans>declined</Trans> },
  { number: '4000 0000 0000 9995', meaning: <Trans>declined, not enough money</Trans> },
  { number: '4000 0000 0000 0077', meaning: <Trans>takes a moment, then succeeds</Trans> },
  { number: '4000 0000 0000 0341', meaning: <Trans>takes a moment, then fails</Trans> },
];

/** Says that no money moves, and lists the card numbers that work. A press on a number fills it in. */
export function TestMode({ onChoose }: { onChoose: (number: string) => void }) {
  return (
    <details className={styles.numbers}>
      <summary>
        <IconAlertTriangle size={20} stroke={1.75} aria-hidden="true" />
        <span>
          <Trans>
            <b>Test mode, no real money.</b> Only test card numbers work; show them.
          </Trans>
        </span>
        <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
      </summary>
      <ul>
        {numbers.map(({ number, meaning }) => (
          <li key={number}>
            <button type="button" onClick={() => onChoose(number)}>
              {number}
            </button>
            <span>{meaning}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
