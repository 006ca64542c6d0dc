import type { ReactNode } from 'react';

type WriteToProps = {
  /** Whose attendees may write to its support address, or else to its organizer. */
  event: { supportEmail: string; organizer: { email: string } };
  children: ReactNode;
};

/** Where an email about an event goes; empty if nothing is known. */
export const contactOf = ({ supportEmail, organizer }: WriteToProps['event']): string =>
  supportEmail || organizer.email;

/** Words such as "Write to Marea" as a link that does it; the words alone where no address is known. */
export function WriteTo({ event, children }: WriteToProps) {
  const address = contactOf(event);
  if (!address) return children;
  return (
    <a className="link" href={`mailto:${address}`}>
      {children}
    </a>
  );
}
