import type { BackgroundType } from '@entrada/contract/design';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, SegmentedControl } from '@mantine/core';
import { Link } from 'react-router';
import { CoverImage } from '../../ui/cover-image.tsx';
import { eventPath, useEvent } from '../shell/event.ts';
import styles from './designer.module.css';

type CoverPartProps = { background: BackgroundType; onBackground: (background: BackgroundType) => void };

/** The cover, and what lies behind the page. */
export function CoverPart({ background, onBackground }: CoverPartProps) {
  const { t } = useLingui();
  const { id, cover } = useEvent();
  return (
    <>
      <section className={styles.part}>
        <h2>
          <Trans>Cover image</Trans>
        </h2>
        {cover && (
          <div className={styles.cover}>
            <CoverImage cover={cover} alt="" sizes="320px" />
          </div>
        )}
        <Button component={Link} to={eventPath(id, 'settings')}>
          {cover ? <Trans>Change cover</Trans> : <Trans>Add a cover</Trans>}
        </Button>
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
