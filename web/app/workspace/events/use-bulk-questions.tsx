import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import type { Question } from '../kit/frame/confirm.tsx';

/** The questions before many events are published, unpublished, archived or deleted. Each says what follows. */
export function useBulkQuestions() {
  const { t } = useLingui();
  return {
    publish: (count: number): Question => ({
      title: <Plural value={count} one="Publish # event?" other="Publish # events?" />,
      text: (
        <Plural
          value={count}
          one="Anyone can open its page from now on and buy what is on sale. Without a ticket it stays a draft."
          other="Anyone can open their pages from now on and buy what is on sale. Those without a ticket stay drafts."
        />
      ),
      keep: t`${plural(count, { one: 'Keep as a draft', other: 'Keep as drafts' })}`,
      confirm: t`${plural(count, { one: 'Publish # event', other: 'Publish # events' })}`,
      tone: 'ink',
    }),
    unpublish: (count: number): Question => ({
      title: <Plural value={count} one="Unpublish # event?" other="Unpublish # events?" />,
      text: (
        <Plural
          value={count}
          one="Its page answers “not found” and nobody can buy until you publish it again. Tickets already sold stay as they are."
          other="Their pages answer “not found” and nobody can buy until you publish them again. Tickets already sold stay as they are."
        />
      ),
      keep: t`${plural(count, { one: 'Keep it live', other: 'Keep them live' })}`,
      confirm: t`${plural(count, { one: 'Unpublish # event', other: 'Unpublish # events' })}`,
      tone: 'ink',
    }),
    archive: (count: number): Question => ({
      title: <Plural value={count} one="Archive # event?" other="Archive # events?" />,
      text: (
        <Plural
          value={count}
          one="It leaves your lists and its page closes. Orders and attendees are kept, and you can restore it as a draft."
          other="They leave your lists and their pages close. Orders and attendees are kept, and you can restore them as drafts."
        />
      ),
      keep: t`${plural(count, { one: 'Keep event', other: 'Keep events' })}`,
      confirm: t`${plural(count, { one: 'Archive # event', other: 'Archive # events' })}`,
    }),
    delete: (count: number): Question => ({
      title: <Plural value={count} one="Delete # event?" other="Delete # events?" />,
      text: (
        <Plural
          value={count}
          one="It goes for good, with its tickets, promo codes, questions, check-in lists, settings and images. Its page and its links stop working. If it has orders, it stays. This can’t be undone."
          other="They go for good, with their tickets, promo codes, questions, check-in lists, settings and images. Their pages and links stop working. Those that have orders stay. This can’t be undone."
        />
      ),
      keep: t`${plural(count, { one: 'Keep event', other: 'Keep events' })}`,
      confirm: t`${plural(count, { one: 'Delete # event', other: 'Delete # events' })}`,
    }),
  };
}
