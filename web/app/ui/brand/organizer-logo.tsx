import type { Cover } from '@entrada/contract/images';
import { Avatar } from './avatar.tsx';
import styles from './organizer-logo.module.css';

type OrganizerLogoProps = {
  name: string;
  logo: Cover | null;
  size: number;
};

/** The uncut logo of an organizer, or its initials. The name itself is shown beside it. */
export function OrganizerLogo({ name, logo, size }: OrganizerLogoProps) {
  if (!logo) return <Avatar name={name} size={size} />;
  const byWidth = [...logo.sources].sort((a, b) => a.width - b.width);
  const source = byWidth.find(({ width }) => width >= size * 2) ?? byWidth.at(-1);
  return (
    <img
      className={styles.logo}
      src={source?.url}
      width={size}
      height={size}
      style={{ width: size, height: size }}
      alt={logo.alt}
      decoding="async"
    />
  );
}
