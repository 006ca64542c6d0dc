import type { BackgroundType } from '@entrada/contract/catalog/designs';
import { Trans, useLingui } from '@lingui/react/macro';
import { SegmentedControl } from '@mantine/core';
import { useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { Hint } from '../kit/fields/labels.tsx';
import { ImageField } from '../kit/images/field.tsx';
import styles from './designer.module.css';

type CoverPartProps = {
  background: BackgroundType;
  onBackground: (background: BackgroundType) => void;
  isDisabled: boolean;
};

/** The settings of the cover and of the page's background. */
export function CoverPart({ background, onBackground, isDisabled }: CoverPartProps) {
  const { t } = useLingui();
  const event = useEvent();
  const { cover } = event;
  return (
    <>
      <section className={styles.part}>
        <h2>
          <Trans>Cover image</Trans>
        </h2>
        <Hint>
          <Trans>Stored and shown to visitors at once.</Trans>
        </Hint>
        <div className={styles.cover}>
          <ImageField
            home={{ eventId: event.id }}
            image={cover}
            alt={t`Cover of ${event.title}`}
            touches={[keys.event(event.id), keys.events]}
            isDisabled={isDisabled}
          />
        </div>
      </section>
      <section className={styles.part}>
        <h2>
          <Trans>Background</Trans>
        </h2>
        <SegmentedControl
          fullWidth
          aria-label={t`Background`}
          value={background}
          onChange={(value) => onBackground(value === 'color' ? 'color' : 'blurred_cover')}
          data={[
            { value: 'color', label: t`Colour` },
            { value: 'blurred_cover', label: t`Blurred cover`, disabled: !cover && background === 'color' },
          ]}
        />
        {!cover && (
          <Hint>
            <Trans>Add a cover to lay it blurred behind the page.</Trans>
          </Hint>
        )}
        {cover && background === 'blurred_cover' && (
          <Hint>
            <Trans>The page colour lies over the cover, as much of it as text needs to stay readable.</Trans>
          </Hint>
        )}
      </section>
    </>
  );
}
