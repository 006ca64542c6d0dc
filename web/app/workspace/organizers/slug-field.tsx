import type { SlugCheck } from '@entrada/contract/catalog/organizers';
import { SLUG_LENGTH } from '@entrada/contract/slug';
import { Trans, useLingui } from '@lingui/react/macro';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LimitedInput } from '../kit/fields/limited-text.tsx';
import { useSlugCheck } from './api.ts';
import styles from './organizers.module.css';

type SlugFieldProps = {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** The current address of the organizer; null for a new organizer. */
  saved: { slug: string; organizerId: number } | null;
  /** The address is made from the name and not typed. If it is taken, the server adds a number. */
  isMade?: boolean;
};

const CHECK_AFTER_MS = 350;

/** The field of the organizer's address. It checks while the user types whether the address is free. */
export function SlugField({ value, onChange, error, saved, isMade = false }: SlugFieldProps) {
  const { t } = useLingui();
  const [asked] = useDebouncedValue(value, CHECK_AFTER_MS);
  const isSaved = value === saved?.slug;
  const check = useSlugCheck(isSaved ? '' : asked, saved?.organizerId ?? null);
  const answer = !isSaved && check.data?.slug === value ? check.data : undefined;
  return (
    <div>
      <LimitedInput
        label={t`Address`}
        description={t`Your page is at /${value}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        limit={SLUG_LENGTH}
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(change) => onChange(change.currentTarget.value.toLowerCase())}
        error={error}
      />
      <div className={styles.slugState} role="status">
        {answer && <SlugState answer={answer} isMade={isMade} take={onChange} />}
      </div>
      {saved && !isSaved && (
        <p className={styles.hint}>
          <Trans>
            Links to /{saved.slug} keep working: they lead to the new address, and nobody else can take the
            old one. Links to your events lead to the right page as well.
          </Trans>
        </p>
      )}
    </div>
  );
}

type SlugStateProps = { answer: SlugCheck; isMade: boolean; take: (slug: string) => void };

function SlugState({ answer, isMade, take }: SlugStateProps): ReactNode {
  const { suggestion } = answer;
  const ok = <IconCircleCheck size={16} stroke={1.75} aria-hidden="true" />;
  const info = <IconInfoCircle size={16} stroke={1.75} aria-hidden="true" />;
  if (answer.state === 'available') {
    return (
      <p className={styles.slugOk}>
        {ok} <Trans>This address is free.</Trans>
      </p>
    );
  }
  if (answer.state === 'own') {
    return (
      <p className={styles.slugOk}>
        {ok} <Trans>You had this address before and can have it again.</Trans>
      </p>
    );
  }
  if (isMade && suggestion) {
    return (
      <p className={styles.slugInfo}>
        {info} <Trans>This address is taken, so it will be {suggestion}.</Trans>
      </p>
    );
  }
  const words = {
    taken: <Trans>This address is taken.</Trans>,
    reserved: <Trans>This address is reserved.</Trans>,
    invalid: <Trans>Use letters from a to z, numbers, and single hyphens between them.</Trans>,
  }[answer.state];
  return (
    <p className={styles.slugBad}>
      {info} {words}{' '}
      {suggestion && (
        <button type="button" className="link" onClick={() => take(suggestion)}>
          <Trans>Use {suggestion}</Trans>
        </button>
      )}
    </p>
  );
}
