import { personName } from '@entrada/contract/accounts/person-name';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
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
import { loadHolder } from './api.ts';
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
  if (data && mayEdit && form?.attendeeId === attendeeId) {
    const back = () => setForm(null);
    const { correct, renew } = data.attendee.obstacles;
    if (form?.kind === 'edit' && !correct) return <EditForm attendee={data.attendee} close={back} />;
    if (form?.kind === 'move' && !renew) return <MoveForm attendee={data.attendee} close={back} />;
    if (form?.kind === 'pass-on' && !renew) return <PassOnForm view={data} close={back} />;
  }
  const begin = (kind: HolderForm['kind']) => attendeeId !== null && setForm({ attendeeId, kind });
  return (
    <SideDrawer
      opened
      onClose={close}
      size={520}
      title={<span className={styles.title}>{data ? personName(data.attendee) : t`Attendee`}</span>}
      returnFocus={false}
    >
      <NeighbourButtons {...neighbours} labels={{ previous: t`Previous attendee`, next: t`Next attendee` }} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in reach of the keyboard */}
      <section className={styles.scroll} aria-label={t`Attendee`} tabIndex={0}>
        {isError && <LoadFailed error={error} retry={() => void refetch()} />}
        {!data && !isError && <Loading />}
        {data && <HolderSections view={data} mayEdit={mayEdit} begin={begin} />}
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
