import type { GuestImport } from '@entrada/contract/sales/imports/endpoints';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '@mantine/core';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { newIdempotencyKey } from '../../platform/api/client.ts';
import { eventPath, useEvent } from '../kit/data/event.ts';
import { keys, touchedByOrders } from '../kit/data/keys.ts';
import { useChange } from '../kit/data/use-change.ts';
import { askFirst } from '../kit/frame/confirm.tsx';
import { undoImport } from './api.ts';

/** Asks, and then takes an import back. The guest list shows how far that is, and who was kept. */
export function useUndo() {
  const { t } = useLingui();
  const { id: eventId } = useEvent();
  const navigate = useNavigate();
  const key = useRef('');
  const { start, isPending } = useChange({
    run: (wish: { importId: number; notify: boolean }) => undoImport(eventId, wish, key.current),
    invalidates: () => [keys.bulkJobs(eventId), ...touchedByOrders(eventId)],
    onDone: () => void navigate(eventPath(eventId, 'guests')),
  });
  const ask = ({ id: importId, guests }: GuestImport) => {
    key.current = newIdempotencyKey();
    let notify = false;
    askFirst({
      title: t`${plural(guests, { one: 'Cancel the # guest of this import?', other: 'Cancel the # guests of this import?' })}`,
      text: (
        <>
          <Trans>
            Their tickets stop working at the door, and the places are free again. Whoever has come in or was
            changed since stays, and is named.
          </Trans>
          <Checkbox
            mt="md"
            label={<Trans>Tell the guests</Trans>}
            description={<Trans>Everyone with an address gets an email that says so.</Trans>}
            onChange={(event) => {
              notify = event.currentTarget.checked;
            }}
          />
        </>
      ),
      confirm: t`Cancel guests`,
      keep: t`Keep guests`,
      run: () => start({ importId, notify }),
    });
  };
  return { ask, isPending };
}
