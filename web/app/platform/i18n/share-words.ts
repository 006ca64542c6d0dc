import { formatEventDays } from './format.ts';

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** The text of sanitized HTML on one line, cut at a word. For search engines and link previews. */
export function plainText(html: string, max = Number.POSITIVE_INFINITY): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return cutText(text, max);
}

/** Text of at most `max` characters. It is cut at a word if a word ends in its second half. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const space = cut.lastIndexOf(' ');
  return `${space > max / 2 ? cut.slice(0, space) : cut}…`;
}

type SharedEvent = {
  title: string;
  /** Sanitized HTML. */
  description: string;
  startsAt: string;
  endsAt: string | null;
  timezone: string;
  venueName: string;
  city: string;
  seoTitle: string;
  seoDescription: string;
};

/** The title and the description of an event for search results and for shared links. */
export function shareWords(event: SharedEvent, locale: string): { title: string; description: string } {
  const where = event.venueName || event.city;
  const facts = [formatEventDays(event, locale), where].filter(Boolean).join(' · ');
  return {
    title: event.seoTitle || event.title,
    description: event.seoDescription || plainText(event.description, 160) || facts,
  };
}
