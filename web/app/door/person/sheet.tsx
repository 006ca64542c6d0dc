import { getDoorGuest } from '@entrada/contract/door/supervising';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { doorApi } from '../api.ts';
import type { RowTools } from '../guests/use-row-check-in.ts';
import { Sheet } from '../parts/sheet.tsx';
import { Problem } from '../reading/problem.tsx';
import { useRead } from '../reading/use-read.ts';
import { Actions } from './actions.tsx';
import { Facts } from './facts.tsx';
import { KeptFacts } from './kept.tsx';
import type { Person } from './known.ts';
import styles from './sheet.module.css';

type PersonSheetProps = {
  reference: string;
  timezone: string;
  changes: number;
  /** Whether people may go out and come in again. */
  allowsReentry: boolean;
  tools: RowTools;
  onClose: () => void;
};

/** Everything about one person, or what this phone keeps without a connection, and what a supervisor can do for them. */
export function PersonSheet(props: PersonSheetProps) {
  const { reference, changes, tools, onClose } = props;
  const { t } = useLingui();
  const { listShortId, findPerson, onError } = tools;
  const person = useRead(
    `${listShortId} ${reference}`,
    changes,
    (signal) =>
      findPerson(
        reference,
        async () => (await doorApi(getDoorGuest, { params: { listShortId, reference } }, { signal })).data,
      ),
    onError,
  );
  const { data } = person;
  const kept = data && 'isOfPhone' in data ? data : null;
  const whole = data && !('isOfPhone' in data) ? data : null;
  return (
    <Sheet
      title={data?.guest.name ?? reference}
      beside={data && <StateBadge guest={data.guest} />}
      onClose={onClose}
    >
      <div className={styles.content}>
        <Problem problem={person.problem} onRetry={person.reload} />
        {!data && person.problem === undefined && <Skeleton width="100%" height={180} />}
        {whole && <Facts person={whole} timezone={props.timezone} />}
        {kept && <KeptFacts person={kept} timezone={props.timezone} />}
        {data && (
          <Actions
            {...props}
            person={whole ?? { guest: data.guest, overrulable: null }}
            isRefused={kept !== null && kept.refused !== null}
            onChanged={person.reload}
          />
        )}
        <Button size="door" variant="ghost" block aria-label={t`Close`} onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </Sheet>
  );
}

function StateBadge({ guest }: Pick<Person, 'guest'>) {
  if (guest.checkedInAt !== null)
    return (
      <Badge tone="ok">
        <Trans>Inside</Trans>
      </Badge>
    );
  if (guest.status === 'cancelled')
    return (
      <Badge tone="bad">
        <Trans>Cancelled</Trans>
      </Badge>
    );
  if (guest.status === 'awaiting_payment')
    return (
      <Badge tone="attn">
        <Trans>Awaiting payment</Trans>
      </Badge>
    );
  return (
    <Badge tone="neutral">
      <Trans>Not inside</Trans>
    </Badge>
  );
}
