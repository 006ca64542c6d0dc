import type { PageColors } from '@entrada/contract/catalog/designs';
import { WIDGET } from '@entrada/contract/catalog/widget-options';
import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { localeNames } from '../../platform/i18n/locales.ts';
import { ColorFields, Readability } from '../kit/fields/color-fields.tsx';
import { COLOR_NAMES, readColor, type TypedColors } from '../kit/fields/colors.ts';
import { Hint } from '../kit/fields/labels.tsx';
import { LimitedInput } from '../kit/fields/limited-text.tsx';
import { readHeight, readPadding, type WidgetValues } from './values.ts';
import styles from './widget.module.css';

type OptionsFormProps = {
  values: WidgetValues;
  change: (changed: Partial<WidgetValues>) => void;
  /** The event's own settings. A widget uses them unless its code says otherwise. */
  own: { colors: PageColors; autoResize: boolean };
  /** Makes the chosen resizing the event's default. Undefined if the user may not do that. */
  onMakeDefault: (() => void) | undefined;
  isSaving: boolean;
};

/** The form for the options in the widget's code. It saves nothing except the event's default for resizing. */
export function OptionsForm({ values, change, own, onMakeDefault, isSaving }: OptionsFormProps) {
  const { t } = useLingui();
  const changeColors = (colors: Partial<TypedColors>) => change({ colors: { ...values.colors, ...colors } });
  const invalid = Object.fromEntries(
    COLOR_NAMES.filter((name) => !readColor(values.colors[name])).map((name) => [
      name,
      t`Enter a colour as six hex digits, such as #1c1815.`,
    ]),
  );
  const isOwnPalette = COLOR_NAMES.every((name) => readColor(values.colors[name]) === own.colors[name]);
  const range = (min: number, max: number) => t`Enter a number from ${min} to ${max}.`;
  return (
    <form noValidate onSubmit={(submitted) => submitted.preventDefault()}>
      <section className={styles.part}>
        <h2>
          <Trans>Look</Trans>
        </h2>
        <ColorFields values={values.colors} errors={invalid} onChange={changeColors} />
        <Readability values={values.colors} onChange={changeColors} />
        {!isOwnPalette && (
          <Button onClick={() => change({ colors: own.colors })}>
            <Trans>Colours of the event page</Trans>
          </Button>
        )}
        <TextInput
          label={t`Space around, in pixels`}
          inputMode="numeric"
          maxLength={5}
          value={values.padding}
          error={readPadding(values.padding) === null && range(0, WIDGET.maxPadding)}
          onChange={(typed) => change({ padding: typed.currentTarget.value })}
        />
      </section>
      <section className={styles.part}>
        <h2>
          <Trans>Height</Trans>
        </h2>
        <Radio.Group
          aria-label={t`Height`}
          value={values.autoResize ? 'grows' : 'fixed'}
          onChange={(value) => change({ autoResize: value === 'grows' })}
        >
          <Stack gap="var(--s2-5)">
            <Radio value="grows" label={t`Grows and shrinks with its content`} />
            <Radio value="fixed" label={t`Stays, and scrolls inside`} />
          </Stack>
        </Radio.Group>
        {values.autoResize !== own.autoResize && onMakeDefault && (
          <div className={styles.default}>
            <Hint>
              <Trans>Widgets of this event whose code does not say do it the other way.</Trans>
            </Hint>
            <Button loading={isSaving} onClick={onMakeDefault}>
              <Trans>Make this the default</Trans>
            </Button>
          </div>
        )}
        <TextInput
          label={values.autoResize ? t`Height until it has loaded, in pixels` : t`Height, in pixels`}
          description={
            values.autoResize ? t`Your page keeps this much free, so that nothing jumps.` : undefined
          }
          inputMode="numeric"
          maxLength={5}
          value={values.height}
          error={readHeight(values.height) === null && range(WIDGET.minHeight, WIDGET.maxHeight)}
          onChange={(typed) => change({ height: typed.currentTarget.value })}
        />
      </section>
      <section className={styles.part}>
        <h2>
          <Trans>Words</Trans>
        </h2>
        <NativeSelect
          label={t`Language`}
          value={values.locale}
          onChange={(chosen) => change({ locale: chosen.currentTarget.value })}
          data={[
            { value: '', label: t`The visitor’s own` },
            ...Object.entries(localeNames).map(([value, label]) => ({ value, label })),
          ]}
        />
        <LimitedInput
          label={t`Button`}
          placeholder={t`As on the event page`}
          limit={LIMITS.continueButtonText}
          value={values.buttonText}
          onChange={(typed) => change({ buttonText: typed.currentTarget.value })}
        />
      </section>
      <section className={styles.part}>
        <h2>
          <Trans>Order</Trans>
        </h2>
        <NativeSelect
          label={t`Checkout opens`}
          value={values.target}
          onChange={(chosen) => change({ target: chosen.currentTarget.value === 'blank' ? 'blank' : 'top' })}
          data={[
            { value: 'top', label: t`Instead of your page` },
            { value: 'blank', label: t`In a new tab` },
          ]}
        />
        <LimitedInput
          label={t`Promo code`}
          description={t`Applied from the start.`}
          limit={LIMITS.promoCodeMax}
          autoComplete="off"
          value={values.promoCode}
          onChange={(typed) => change({ promoCode: typed.currentTarget.value })}
        />
        <LimitedInput
          label={t`Affiliate code`}
          description={t`Orders count for this affiliate.`}
          limit={LIMITS.promoCodeMax}
          autoComplete="off"
          value={values.affiliate}
          onChange={(typed) => change({ affiliate: typed.currentTarget.value })}
        />
        <Checkbox
          label={t`Take codes from the address of your page`}
          description={t`As in ?promo_code=SUMMER&aff=radio. They come before the codes above.`}
          checked={values.readsAddress}
          onChange={(ticked) => change({ readsAddress: ticked.currentTarget.checked })}
        />
      </section>
    </form>
  );
}
