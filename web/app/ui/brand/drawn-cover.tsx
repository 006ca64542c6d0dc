import type { PageColors } from '@entrada/contract/catalog/designs';
import { contrast, mix } from '@entrada/contract/colors/contrast';

/** Grounds and figures of covers for organizers without colours of their own. */
const PALETTES = [
  { ground: '#0e3b43', figure: '#ff4301' },
  { ground: '#1c1815', figure: '#ff6229' },
  { ground: '#ff4301', figure: '#1c1815' },
  { ground: '#2b2a5c', figure: '#ffb59a' },
  { ground: '#3d1f2b', figure: '#f2a65a' },
  { ground: '#e8d9c5', figure: '#0e3b43' },
] as const;

const ARCHES = 4;

/** A whole number that is the same for the same title (FNV-1a). */
function seedOf(title: string): number {
  let seed = 0x811c9dc5;
  for (const char of title) seed = Math.imul(seed ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return seed;
}

type DrawnCoverProps = { title: string; colors: PageColors | null; className?: string | undefined };

/**
 * A cover for an event that has none: open doors and the first letter of its title, in the organizer's colours. The
 * same title always gives the same picture.
 */
export function DrawnCover({ title, colors, className }: DrawnCoverProps) {
  const seed = seedOf(title);
  const own = colors && { ground: colors.button, figure: colors.buttonText };
  const { ground, figure } = own ?? PALETTES[seed % PALETTES.length] ?? PALETTES[0];
  const isRight = (seed >> 4) % 2 === 0;
  const center = (isRight ? 400 : 120) + ((seed >> 8) % 80);
  const widest = 120 + ((seed >> 16) % 50);
  const letter = [...title.trim()].find((char) => /[\p{L}\p{N}]/u.test(char))?.toLocaleUpperCase() ?? '';
  return (
    <svg
      className={className}
      viewBox="0 0 600 300"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <rect width="600" height="300" fill={ground} />
      {Array.from({ length: ARCHES }, (_, at) => {
        const radius = (widest * (ARCHES - at)) / ARCHES;
        const rise = 300 - radius * 1.15;
        const share = [0.2, 0.42, 0.7, 1][at] ?? 1;
        return (
          <path
            key={radius}
            d={`M${center - radius} 300V${rise}a${radius} ${radius} 0 0 1 ${2 * radius} 0V300Z`}
            fill={mix(figure, ground, share)}
          />
        );
      })}
      <text
        x={isRight ? 44 : 556}
        y="262"
        textAnchor={isRight ? 'start' : 'end'}
        fontSize="220"
        fontWeight="700"
        fontFamily="var(--font-display)"
        fill={contrast('#ffffff', ground) > contrast('#1c1815', ground) ? '#ffffff' : '#1c1815'}
        fillOpacity="0.92"
      >
        {letter}
      </text>
    </svg>
  );
}
