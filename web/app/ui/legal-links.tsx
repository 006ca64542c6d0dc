import { Trans } from '@lingui/react/macro';
import { useSite } from '../platform/site.ts';

/** The links to the installation's privacy policy and terms. */
export function LegalLinks() {
  const { termsUrl, privacyUrl } = useSite();
  return (
    <>
      <a href={privacyUrl}>
        <Trans>Privacy</Trans>
      </a>
      <a href={termsUrl}>
        <Trans>Terms</Trans>
      </a>
    </>
  );
}
