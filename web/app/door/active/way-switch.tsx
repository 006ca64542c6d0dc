import { DIRECTIONS, type Direction } from '@entrada/contract/door/check-in';
import { Trans } from '@lingui/react/macro';
import { IconLogin2, IconLogout2 } from '@tabler/icons-react';
import styles from './way-switch.module.css';

/** Whether the scanner lets people in or out, where a list allows both. On the way out it cannot be overlooked. */
export function WaySwitch({ way, onChange }: { way: Direction; onChange: (way: Direction) => void }) {
  const words = {
    in: { icon: IconLogin2, label: <Trans>Coming in</Trans> },
    out: { icon: IconLogout2, label: <Trans>Going out</Trans> },
  };
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">
        <Trans>Which way people go</Trans>
      </legend>
      {DIRECTIONS.map((name) => {
        const { icon: Icon, label } = words[name];
        return (
          <label key={name} className={styles.way} data-way={name}>
            <input
              type="radio"
              name="way"
              className="visually-hidden"
              checked={way === name}
              onChange={() => onChange(name)}
            />
            <Icon size={22} stroke={1.75} aria-hidden="true" />
            {label}
          </label>
        );
      })}
    </fieldset>
  );
}
