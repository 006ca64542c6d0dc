import { Trans, useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { languageTag } from '../../platform/locales.ts';
import { READABLE } from '../../ui/contrast.ts';
import { COLOR_FIELDS, type DesignValues, readColor, readColors } from './design-values.ts';
import styles from './designer.module.css';
import { PALETTES, type PaletteName } from './palettes.ts';
import { type ColorName, readabilityOf, type Unreadable } from './readability.ts';
import { useDesignWords } from './words.ts';

type FieldsProps = {
  values: DesignValues;
  errors: Record<string, string>;
  change: (changed: Partial<DesignValues>) => void;
};

/** Palettes to start from, and the light and dark of the visitor. */
export function PaletteChoice({ values, change }: Omit<FieldsProps, 'errors'>) {
  const { t } = useLingui();
  const { palettes } = useDesignWords();
  const colors = values.isAutomatic ? null : readColors(values);
  const isCurrent = (name: PaletteName) =>
    colors !== null && COLOR_FIELDS.every((field) => colors[field] === PALETTES[name][field]);
  return (
    <fieldset className={styles.palettes}>
      <legend className="visually-hidden">{t`Palettes`}</legend>
      <label className={styles.palette}>
        <input
          type="radio"
          name="palette"
          checked={values.isAutomatic}
          onChange={() => change({ ...PALETTES.paper, isAutomatic: true })}
        />
        <span className={styles.automatic} aria-hidden="true" />
        <span>{t`Light and dark`}</span>
      </label>
      {(Object.keys(PALETTES) as PaletteName[]).map((name) => (
        <label key={name} className={styles.palette}>
          <input
            type="radio"
            name="palette"
            checked={isCurrent(name)}
            onChange={() => change({ ...PALETTES[name], isAutomatic: false })}
          />
          <span
            className={styles.sample}
            style={{ background: PALETTES[name].page, color: PALETTES[name].text }}
            aria-hidden="true"
          >
            <i style={{ background: PALETTES[name].button }} />
          </span>
          <span>{palettes[name]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The four colours, each to pick or to type. */
export function ColorFields({ values, errors, change }: FieldsProps) {
  const { t } = useLingui();
  const { labels } = useDesignWords();
  return (
    <div className={styles.colors}>
      {COLOR_FIELDS.map((field) => (
        <div key={field} className={styles.color}>
          <input
            type="color"
            className={styles.swatch}
            aria-label={t`Pick a colour: ${labels[field]}`}
            value={readColor(values[field]) ?? '#000000'}
            onChange={(picked) => change({ [field]: picked.currentTarget.value, isAutomatic: false })}
          />
          <TextInput
            className={styles.hex ?? ''}
            classNames={{ root: styles.hexRoot ?? '', label: styles.hexLabel ?? '' }}
            label={labels[field]}
            value={values[field]}
            maxLength={12}
            spellCheck={false}
            autoComplete="off"
            error={errors[field]}
            onChange={(typed) => change({ [field]: typed.currentTarget.value, isAutomatic: false })}
            onBlur={() => {
              const read = readColor(values[field]);
              if (read && read !== values[field]) change({ [field]: read });
            }}
          />
        </div>
      ))}
    </div>
  );
}

/** Whether all text is easy to read, and where it is not, the nearest colour that mends it. */
export function Readability({ values, change }: Omit<FieldsProps, 'errors'>) {
  const { i18n } = useLingui();
  const colors = readColors(values);
  if (!colors) return null;
  const { lowest, unreadable } = readabilityOf(colors);
  const digits = new Intl.NumberFormat(languageTag(i18n.locale), { minimumFractionDigits: 1 });
  // Rounded down, so that 4.49 does not look like a pass.
  const ratio = (value: number) => `${digits.format(Math.floor(value * 10) / 10)}:1`;
  if (unreadable.length === 0) {
    const worst = ratio(lowest);
    return (
      <p className={styles.readable} role="status">
        <IconCircleCheck size={18} stroke={1.75} aria-hidden="true" />
        <Trans>All text is easy to read (lowest {worst})</Trans>
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
          change={change}
        />
      ))}
    </div>
  );
}

type HardProps = { found: Unreadable; ratio: string; enough: string; change: FieldsProps['change'] };

function Hard({ found, ratio, enough, change }: HardProps) {
  const { labels } = useDesignWords();
  const { fix, pair } = found;
  const target = fix && labels[fix.color];
  const nearest = fix?.value;
  const set = ({ color, value }: { color: ColorName; value: string }) =>
    change({ [color]: value, isAutomatic: false });
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
          <button type="button" className={styles.fix} onClick={() => set(fix)}>
            <span className={styles.dot} style={{ background: fix.value }} aria-hidden="true" />
            <Trans>
              Use {nearest} for “{target}”
            </Trans>
          </button>
        )}
      </div>
    </div>
  );
}
