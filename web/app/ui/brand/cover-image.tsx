import type { Cover } from '@entrada/contract/images';
import type { CSSProperties } from 'react';

type CoverImageProps = {
  cover: Cover;
  /** What the picture shows; empty if the title is beside it. */
  alt: string;
  /** The width on the screen, in the syntax of the `sizes` attribute. */
  sizes: string;
  className?: string | undefined;
  /** The picture that a visitor sees first. */
  isFirst?: boolean;
};

/** A cover in the width that the screen needs. A placeholder is shown while it loads. */
export function CoverImage({ cover, alt, sizes, className, isFirst = false }: CoverImageProps) {
  const sources = [...cover.sources].sort((a, b) => a.width - b.width);
  return (
    <img
      className={className}
      src={sources.at(-1)?.url}
      srcSet={sources.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes={sizes}
      width={cover.width}
      height={cover.height}
      alt={alt}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      style={{ objectPosition: focalPosition(cover.focal), ...placeholderStyle(cover.placeholder) }}
    />
  );
}

/** The point that stays visible if the picture is cut to fit. */
export function focalPosition({ x, y }: Cover['focal']): string {
  return `${x}% ${y}%`;
}

function placeholderStyle(placeholder: string): CSSProperties | undefined {
  if (/^#[0-9a-fA-F]{3,8}$/.test(placeholder)) return { backgroundColor: placeholder };
  if (/^data:image\/[a-z+]+;base64,[A-Za-z0-9+/=]+$/.test(placeholder)) {
    return { backgroundImage: `url(${placeholder})`, backgroundSize: 'cover' };
  }
  return undefined;
}
