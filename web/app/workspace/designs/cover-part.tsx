import type { BackgroundType } from '@entrada/contract/catalog/designs';
import { Trans, useLingui } from '@lingui/react/macro';
import { SegmentedControl } from '@mantine/core';
import { useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
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
        <p className={styles.hint}>
          <Trans>Stored and shown to visitors at once.</Trans>
        </p>
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
          <p className={styles.hint}>
            <Trans>Add a cover to lay it blurred behind the page.</Trans>
          </p>
        )}
        {cover && background === 'blurred_cover' && (
          <p className={styles.hint}>
            <Trans>The page colour lies over the cover, as much of it as text needs to stay readable.</Trans>
          </p>
        )}
      </section>
    </>
  );
}
