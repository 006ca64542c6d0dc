import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { ButtonLink } from './buttons/link.tsx';
import styles from './pages.module.css';

type PagesProps = {
  page: number;
  lastPage: number;
  /** The query parameter that holds the page. */
  name: string;
  /** The id of what the pages are of. Without it another page begins at its top. */
  anchor?: string;
};

/** Links to the previous and the next page. */
export function Pages({ page, lastPage, name, anchor }: PagesProps) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  if (lastPage <= 1) return null;
  const to = (target: number) => {
    const next = new URLSearchParams(search);
    if (target > 1) next.set(name, String(target));
    else next.delete(name);
    return `?${next}${anchor ? `#${anchor}` : ''}`;
  };
  return (
    <nav className={styles.pages} aria-label={t`Pages`}>
      {page > 1 && (
        <ButtonLink to={to(page - 1)} icon={<IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />}>
          <Trans>Previous</Trans>
        </ButtonLink>
      )}
      <span className="num">
        <Trans>
          Page {page} of {lastPage}
        </Trans>
      </span>
      {page < lastPage && (
        <ButtonLink to={to(page + 1)}>
          <Trans>Next</Trans>
          <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
        </ButtonLink>
      )}
    </nav>
  );
}
