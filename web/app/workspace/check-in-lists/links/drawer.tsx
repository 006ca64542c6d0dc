import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { useEvent } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { SideDrawer } from '../../kit/dialogs/side-drawer.tsx';
import { useFocusBack } from '../../kit/dialogs/use-inline-form.ts';
import { LoadFailed } from '../../kit/display/load-failed.tsx';
import { loadLinks } from './api.ts';
import { LinkForm } from './form.tsx';
import { LinkItem } from './item.tsx';
import styles from './links.module.css';

/** The links of a check-in list: what each may do, who is at the door with it, and its code to scan. */
export function LinksDrawer({ listId, close }: { listId: number; close: () => void }) {
  const { t } = useLingui();
  const { id: eventId } = useEvent();
  const of = { eventId, listId };
  const [isAdding, setAdding] = useState(false);
  const add = useFocusBack<HTMLDivElement>(isAdding);
  const { data, isError, error, refetch } = useQuery({
    queryKey: keys.checkInLinks(eventId, listId),
    queryFn: ({ signal }) => loadLinks(of, signal),
    refetchInterval: 15_000,
  });
  return (
    <SideDrawer opened onClose={close} title={t`Links for the door`}>
      <div className={styles.drawer}>
        <p className={styles.about}>
          <Trans>
            Whoever has a link works at this door without an account. Stewards scan. Supervisors also search,
            take entries back and see who is inside.
          </Trans>
        </p>
        {isError && <LoadFailed error={error} retry={() => void refetch()} />}
        {!data && !isError && (
          <div role="status" aria-label={t`Loading`} className={styles.list}>
            <Skeleton height={96} />
            <Skeleton height={96} />
          </div>
        )}
        {data?.length === 0 && (
          <p className={styles.about}>
            <Trans>No link is open. Nobody can scan at this door.</Trans>
          </p>
        )}
        {data && (
          <ul className={styles.list}>
            {data.map((link) => (
              <LinkItem key={link.id} of={of} link={link} />
            ))}
          </ul>
        )}
        {isAdding ? (
          <LinkForm of={of} link={null} close={() => setAdding(false)} />
        ) : (
          <div ref={add}>
            <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => setAdding(true)}>
              <Trans>Add link</Trans>
            </Button>
          </div>
        )}
      </div>
    </SideDrawer>
  );
}
