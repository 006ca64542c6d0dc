import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { formatCount } from '../../../platform/i18n/format.ts';
import { useEvent } from '../../kit/data/event.ts';
import { useRead } from '../../kit/reading/reads.ts';
import styles from './guest-list.module.css';
import { countsRead } from './reads.ts';

/** How many guests and companions there are, who has come in, and how many places are taken. */
export function GuestFigures() {
  const { i18n } = useLingui();
  const { id } = useEvent();
  const { data } = useRead(countsRead(id));
  if (!data) return null;
  const { guests, companions, arrived, places } = data;
  const count = (n: number) => formatCount(n, i18n.locale);
  const taken = count(places?.taken ?? 0);
  const of = count(places?.of ?? 0);
  const inside = count(arrived);
  const people = count(guests + companions);
  return (
    <p className={styles.figures} aria-live="polite">
      <span>
        <Plural value={guests} one="# guest" other="# guests" />
      </span>
      {companions > 0 && (
        <span>
          <Plural value={companions} one="# companion" other="# companions" />
        </span>
      )}
      {arrived > 0 && (
        <span>
          <Trans>
            {inside} of {people} checked in
          </Trans>
        </span>
      )}
      {places && (
        <span>
          <Trans>
            <b>
              {taken} of {of}
            </b>{' '}
            places taken
          </Trans>
        </span>
      )}
    </p>
  );
}
