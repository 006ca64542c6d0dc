import { Trans } from '@lingui/react/macro';

/** How to reach an organizer: by email and on its website, as far as it has them. */
export function ContactLinks({ email, website }: { email: string | null; website: string | null }) {
  return (
    <>
      {email && (
        <a className="link" href={`mailto:${email}`}>
          <Trans>Contact</Trans>
        </a>
      )}
      {website && (
        <a className="link" href={website} target="_blank" rel="noreferrer">
          <Trans>Website</Trans>
        </a>
      )}
    </>
  );
}
