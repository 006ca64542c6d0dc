import { personName } from '@entrada/contract/accounts/person-name';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../platform/api/error.ts';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { useEvent } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { useSession } from '../../kit/data/session.ts';
import { NeighbourButtons } from '../../kit/dialogs/neighbour-buttons.tsx';
import { SideDrawer } from '../../kit/dialogs/side-drawer.tsx';
import { LoadFailed } from '../../kit/display/load-failed.tsx';
import { lateDrawer } from '../../kit/late/drawer.tsx';
import type { Neighbours } from '../../kit/list/use-neighbours.ts';
import { type HolderView, loadHolder } from './api.ts';
import { EditForm } from './edit-form.tsx';
import { HolderFooter } from './footer.tsx';
import type { HolderForm } from './forms.ts';
import styles from './holder.module.css';
import { PassOnForm } from './pass-on-form.tsx';
import { HolderSections } from './sections.tsx';

const MoveForm = lateDrawer(() => import('../move/form.tsx').then((loaded) => loaded.MoveForm));

export type HolderDrawerProps = {
  which: string;
  neighbours: Neighbours;
  form: HolderForm | null;
  setForm: (form: HolderForm | null) => void;
  close: () => void;
};

type Kept = { kind: HolderForm['kind']; view: HolderView };

const isPossible = ({ kind }: HolderForm, { attendee: { obstacles } }: HolderView) =>
  (kind === 'edit' ? obstacles.correct : obstacles.renew) === null;

/** The drawer of one attendee: the ticket with its code, the person, the answers, and what can be done. */
export function HolderDrawer({ which, neighbours, form, setForm, close }: HolderDrawerProps) {
  const { t } = useLingui();
  const event = useEvent();
  const mayEdit = useSession().may('orders.write');
  const attendeeId = /^[1-9]\d{0,14}$/.test(which) ? Number(which) : null;
  const { data, isError, error, refetch } = useQuery({
    queryKey: keys.attendee(event.id, attendeeId ?? 0),
    queryFn: ({ signal }) => {
      if (attendeeId === null) throw new ApiError({ status: 404, code: 'NOT_FOUND' });
      return loadHolder({ eventId: event.id, attendeeId }, signal);
    },
  });
  const isAsked = mayEdit && form?.attendeeId === attendeeId;
  // A form keeps the attendee as it was when the form opened, while the drawer below follows what happens.
  const [kept, setKept] = useState<Kept | null>(null);
  const [left, setLeft] = useState<HolderForm['kind'] | null>(null);
  if (!isAsked && kept) setKept(null);
  if (data && isAsked && form && kept?.kind !== form.kind && isPossible(form, data))
    setKept({ kind: form.kind, view: data });
  if (isAsked && kept) {
    const back = () => {
      setForm(null);
      setLeft(kept.kind);
    };
    const { view } = kept;
    if (kept.kind === 'edit')
      return <EditForm attendee={view.attendee} startsAtEmail={form?.startsAtEmail} close={back} />;
    if (kept.kind === 'move') return <MoveForm attendee={view.attendee} close={back} />;
    return <PassOnForm view={view} close={back} />;
  }
  const begin = (kind: HolderForm['kind'], startsAtEmail = false) =>
    attendeeId !== null && setForm({ attendeeId, kind, startsAtEmail });
  return (
    <SideDrawer
      opened
      onClose={close}
      size={520}
      title={<span className={styles.title}>{data ? personName(data.attendee) : t`Attendee`}</span>}
      returnFocus={false}
      startsAtClose={!left && neighbours.last === null}
      beside={
        <NeighbourButtons
          {...neighbours}
          last={left ? null : neighbours.last}
          labels={{ previous: t`Previous attendee`, next: t`Next attendee` }}
        />
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in reach of the keyboard */}
      <section className={styles.scroll} aria-label={t`Attendee`} tabIndex={0}>
        {isError && <LoadFailed error={error} retry={() => void refetch()} />}
        {!data && !isError && <Loading />}
        {data && <HolderSections view={data} mayEdit={mayEdit} begin={begin} left={left} />}
      </section>
      {data && mayEdit && <HolderFooter attendee={data.attendee} />}
    </SideDrawer>
  );
}

function Loading() {
  const { t } = useLingui();
  return (
    <div className={styles.loading} role="status" aria-label={t`Loading`}>
      <Skeleton height={132} />
      {['70%', '58%', '64%', '48%'].map((width) => (
        <Skeleton key={width} width={width} height={14} />
      ))}
    </div>
  );
}
