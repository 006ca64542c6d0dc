import { Trans } from '@lingui/react/macro';
import { useSite } from '../../platform/site.ts';

/** Both texts open in another tab, so that the form keeps its values. */
export function TermsLabel() {
  const { termsUrl, privacyUrl } = useSite();
  return (
    <Trans>
      I accept the{' '}
      <a className="link" href={termsUrl} target="_blank" rel="noopener">
        terms of service
      </a>{' '}
      and the{' '}
      <a className="link" href={privacyUrl} target="_blank" rel="noopener">
        privacy policy
      </a>
      .
    </Trans>
  );
}
