import { useLingui } from '@lingui/react/macro';
import { COLOR_NAMES, readColors } from '../kit/fields/colors.ts';
import styles from './designer.module.css';
import { PALETTES, type PaletteName } from './palettes.ts';
import type { DesignValues } from './values.ts';
import { useDesignWords } from './words.ts';

type PaletteChoiceProps = {
  values: DesignValues;
  change: (changed: Partial<DesignValues>) => void;
};

/** Palettes to start from, or the light or dark scheme of each visitor. */
export function PaletteChoice({ values, change }: PaletteChoiceProps) {
  const { t } = useLingui();
  const { palettes } = useDesignWords();
  const colors = values.isAutomatic ? null : readColors(values);
  const isCurrent = (name: PaletteName) =>
    colors !== null && COLOR_NAMES.every((color) => colors[color] === PALETTES[name][color]);
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
        <span className={styles.paletteName}>{t`Light and dark`}</span>
      </label>
      {(Object.keys(PALETTES) as PaletteName[]).map((name) => (
        <label key={name} className={styles.palette}>
          <input
            type="radio"
            name="palette"
            checked={isCurrent(name)}
            onChange={() => change({ ...PALETTES[name], isAutomatic: false })}
          />
          <span className={styles.sample} style={{ background: PALETTES[name].page }} aria-hidden="true">
            <b style={{ background: PALETTES[name].text }} />
            <i style={{ background: PALETTES[name].button }} />
          </span>
          <span className={styles.paletteName}>{palettes[name]}</span>
        </label>
      ))}
    </fieldset>
  );
}
