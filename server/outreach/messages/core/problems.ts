import type { PlaceholderProblem } from '@entrada/contract/outreach/placeholder-problems';
import { unknownPlaceholders } from '@entrada/contract/outreach/placeholders';

/** The words of HTML. What a tag divides is not one word. */
const wordsOf = (html: string): string => html.replace(/<[^>]*>/g, '\n');

/** The placeholders of a text that do not exist, each with its place. Pure. */
export const problemsOf = ({ subject, body }: { subject: string; body: string }): PlaceholderProblem[] => {
  const of = (field: PlaceholderProblem['field'], text: string) =>
    unknownPlaceholders(text).map((name) => ({ code: 'PLACEHOLDER_UNKNOWN' as const, field, name }));
  return [...of('subject', subject), ...of('body', wordsOf(body))];
};
