import { useLingui } from '@lingui/react/macro';
import { useDifferences } from '../../kit/form/differences.ts';
import type { Draft } from '../api.ts';
import { useAudienceWords } from '../audience-words.ts';

/** The words of HTML in one line. */
export const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** What somebody else changed of a draft, in words. */
export function useDraftDifferences() {
  const { t } = useLingui();
  const whom = useAudienceWords();
  const labels = {
    audience: t`Who gets it`,
    each: t`How often`,
    subject: t`Subject`,
    body: t`Text`,
    purpose: t`About what`,
    copyToSelf: t`Copy to me`,
  };
  return useDifferences<Draft, keyof typeof labels>(labels, (values, field) => {
    if (field === 'audience') return whom(values.audience);
    if (field === 'each')
      return values.each === 'person' ? t`One email to each address` : t`One email for each ticket`;
    if (field === 'body') return textOf(values.body);
    if (field === 'purpose')
      return values.purpose === 'news'
        ? t`News, such as thanks or photos`
        : t`About the ticket these people hold`;
    return undefined;
  });
}
