import type { ChosenRowsReply } from '@entrada/contract/list';
import { Plural, Trans } from '@lingui/react/macro';
import { Fragment, type ReactNode } from 'react';
import { Space } from '../../ui/space.tsx';

type Kept = ChosenRowsReply['kept'];

/** Says which of the chosen events were not changed, and why. */
export function KeptEvents({ kept }: { kept: Kept }) {
  const codes = [...new Set(kept.map(({ code }) => code))];
  return codes.map((code) => (
    <Fragment key={code}>
      {whyKept(
        code,
        kept.filter((event) => event.code === code),
      )}
      <Space />
    </Fragment>
  ));
}

function whyKept(code: string, kept: Kept): ReactNode {
  const count = kept.length;
  const name = count === 1 ? kept[0]?.name : undefined;
  if (code === 'EVENT_HAS_ORDERS') {
    return name ? (
      <Trans>{name} was kept: it has orders, or somebody is buying right now. You can archive it.</Trans>
    ) : (
      <Plural
        value={count}
        one="# event was kept: it has orders, or somebody is buying right now. You can archive it."
        other="# events were kept: they have orders, or somebody is buying right now. You can archive them."
      />
    );
  }
  if (code === 'EVENT_NEEDS_TICKET') {
    return name ? (
      <Trans>{name} stays a draft: it has no ticket yet.</Trans>
    ) : (
      <Plural
        value={count}
        one="# event stays a draft: it has no ticket yet."
        other="# events stay drafts: they have no ticket yet."
      />
    );
  }
  if (code === 'EMAIL_NOT_CONFIRMED') {
    return (
      <Plural
        value={count}
        one="# event stays a draft until you confirm your email address. The link is in your inbox."
        other="# events stay drafts until you confirm your email address. The link is in your inbox."
      />
    );
  }
  if (code === 'EVENT_ARCHIVED') {
    return (
      <Plural
        value={count}
        one="# event is archived: restore it first."
        other="# events are archived: restore them first."
      />
    );
  }
  return (
    <Plural
      value={count}
      one="# event was kept as it is: somebody else changed it meanwhile."
      other="# events were kept as they are: somebody else changed them meanwhile."
    />
  );
}
