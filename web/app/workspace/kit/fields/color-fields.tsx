import { READABLE } from '@entrada/contract/colors/contrast';
import { readabilityOf, type Unreadable } from '@entrada/contract/colors/readability';
import { Trans, useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useRef } from 'react';
import { languageTag } from '../../../platform/i18n/locales.ts';
import styles from './color-fields.module.css';
import {
  COLOR_NAMES,
  type ColorName,
  readColor,
  readColors,
  readLeftColor,
  type TypedColors,
} from './colors.ts';

/** The labels of the four colours of a public page. */
export function useColorLabels(): Record<ColorName, string> {
  const { t } = useLingui();
  return { page: t`Page`, text: t`Text`, button: t`Buttons`, buttonText: t`Button text` };
}

type ColorFieldsProps = {
  values: TypedColors;
  errors: Record<string, string>;
  onChange: (changed: Partial<TypedColors>) => void;
};

/** Fields for the four colours. Each can be picked or typed. */
export function ColorFields({ values, errors, onChange }: ColorFieldsProps) {
  const { t } = useLingui();
  const labels = useColorLabels();
  /** The last valid colour of each field. The picker shows it while the typed text is not yet a colour. */
  const last = useRef<Partial<TypedColors>>({});
  const shown = (name: ColorName) => {
    const read = readColor(values[name]);
    if (read) last.current[name] = read;
    return last.current[name] ?? '#000000';
  };
  return (
    <div className={styles.colors}>
      {COLOR_NAMES.map((name) => (
        <div key={name} className={styles.color}>
          <input
            type="color"
            className={styles.swatch}
            aria-label={t`Pick a colour: ${labels[name]}`}
            value={shown(name)}
            onChange={(picked) => onChange({ [name]: picked.currentTarget.value })}
          />
          <TextInput
            classNames={{ root: styles.hexRoot ?? '', label: styles.hexLabel ?? '' }}
            label={labels[name]}
            value={values[name]}
            spellCheck={false}
            autoComplete="off"
            error={errors[name]}
            onChange={(typed) => onChange({ [name]: typed.currentTarget.value })}
            onBlur={() => {
              const read = readLeftColor(values[name]);
              if (read && read !== values[name]) onChange({ [name]: read });
            }}
          />
        </div>
      ))}
    </div>
  );
}

/** Says whether all text is easy to read. If not, it offers the nearest colour that is. */
export function Readability({ values, onChange }: Omit<ColorFieldsProps, 'errors'>) {
  const { i18n } = useLingui();
  const colors = readColors(values);
  if (!colors) return null;
  const { lowest, unreadable } = readabilityOf(colors);
  const digits = new Intl.NumberFormat(languageTag(i18n.locale), { minimumFractionDigits: 1 });
  // Rounded down, because 4.49 rounded up would look like a pass.
  const ratio = (value: number) => `${digits.format(Math.floor(value * 10) / 10)}:1`;
  if (unreadable.length === 0) {
    const worst = ratio(lowest);
    return (
      <p className={styles.readable} role="status">
        <IconCircleCheck size={18} stroke={1.75} aria-hidden="true" />
        <span>
          <Trans>All text is easy to read (lowest {worst})</Trans>
        </span>
      </p>
    );
  }
  return (
    <div className={styles.unreadable} role="status">
      {unreadable.map((found) => (
        <Hard
          key={found.pair}
          found={found}
          ratio={ratio(found.ratio)}
          enough={ratio(READABLE)}
          onChange={onChange}
        />
      ))}
    </div>
  );
}

type HardProps = {
  found: Unreadable;
  ratio: string;
  enough: string;
  onChange: ColorFieldsProps['onChange'];
};

function Hard({ found, ratio, enough, onChange }: HardProps) {
  const labels = useColorLabels();
  const { fix, pair } = found;
  const target = fix && labels[fix.color];
  const nearest = fix?.value;
  return (
    <div className={styles.hard}>
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
      <div>
        <p>
          {pair === 'text' && (
            <Trans>
              Text on the page is hard to read ({ratio}; {enough} is enough).
            </Trans>
          )}
          {pair === 'small' && (
            <Trans>
              Small print, a fainter shade of the text, is hard to read ({ratio}; {enough} is enough).
            </Trans>
          )}
          {pair === 'button' && (
            <Trans>
              Button text is hard to read ({ratio}; {enough} is enough).
            </Trans>
          )}
        </p>
        {fix && (
          <button type="button" className={styles.fix} onClick={() => onChange({ [fix.color]: fix.value })}>
            <span className={styles.dot} style={{ background: nearest }} aria-hidden="true" />
            <span>
              <Trans>
                Use {nearest} for “{target}”
              </Trans>
            </span>
          </button>
        )}
      </div>
    </div>
  );
}
