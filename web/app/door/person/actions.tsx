import type { Direction } from '@entrada/contract/door/check-in';
import { letInAnyway } from '@entrada/contract/door/supervising';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowBackUp, IconLogin2, IconLogout2 } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { errorMessage } from '../../platform/api/error-messages.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Note } from '../../ui/notices/note.tsx';
import { doorApi } from '../api.ts';
import { newStamp } from '../attempt.ts';
import type { RowTools } from '../guests/use-row-check-in.ts';
import { verdictWords } from '../verdict/words.ts';
import type { Person } from './known.ts';
import { Overrule } from './overrule.tsx';
import styles from './sheet.module.css';

type ActionsProps = {
  person: Pick<Person, 'guest' | 'overrulable'>;
  /** This phone would not let them in, and cannot be overruled without a connection. */
  isRefused: boolean;
  tools: RowTools;
  allowsReentry: boolean;
  onChanged: () => void;
};

/** What a supervisor can do for somebody. */
export function Actions({ person, isRefused, tools, allowsReentry, onChanged }: ActionsProps) {
  const { i18n } = useLingui();
  const { listShortId, device, onCounts, onGuest, onAnswer, onError } = tools;
  const { guest, overrulable } = person;
  const [busy, setBusy] = useState<string>();
  const [said, setSaid] = useState<{ tone: 'ok' | 'attn' | 'error'; words: ReactNode }>();
  /** A repeated press after a lost connection is the same attempt. */
  const stamp = useRef<{ what: string; nonce: string; scannedAt: string }>(undefined);

  const act = async (what: string, run: (stamp: { nonce: string; scannedAt: string }) => Promise<void>) => {
    if (busy) return;
    setBusy(what);
    setSaid(undefined);
    if (stamp.current?.what !== what) {
      stamp.current = { what, ...newStamp() };
    }
    const { nonce, scannedAt } = stamp.current;
    try {
      await run({ nonce, scannedAt });
      stamp.current = undefined;
      onChanged();
    } catch (error) {
      onError(error);
      setSaid({ tone: 'error', words: errorMessage(i18n, error) });
    }
    setBusy(undefined);
  };

  const go = (direction: Direction) =>
    act(direction, async (moment) => {
      const answer = await tools.attempt({
        method: 'search',
        reference: guest.reference,
        direction,
        ...moment,
      });
      onAnswer(answer);
      onCounts(answer);
      if (answer.guest) onGuest(answer.guest);
      const { verdict } = answer;
      if (verdict === 'admitted') setSaid({ tone: 'ok', words: <Trans>Checked in.</Trans> });
      else if (verdict === 'checked_out') setSaid({ tone: 'ok', words: <Trans>Checked out.</Trans> });
      else {
        const words = verdictWords[verdict];
        setSaid({
          tone: 'attn',
          words: (
            <>
              <b>{i18n._(words.title)}</b> {i18n._(words.why)}
            </>
          ),
        });
      }
    });
  const undo = () =>
    act('undo', async (moment) => {
      const undone = await tools.undo({ reference: guest.reference, of: 'in', ...moment });
      onCounts(undone);
      onGuest(undone.guest);
      setSaid({ tone: 'ok', words: <Trans>Check-in undone.</Trans> });
    });
  const overrule = (reason: string) =>
    act('override', async (moment) => {
      const { data } = await doorApi(letInAnyway, {
        params: { listShortId, reference: guest.reference },
        body: { reason, device, ...moment },
      });
      onCounts(data);
      onGuest(data.guest);
      setSaid({ tone: 'ok', words: <Trans>Let in. The reason is in the log.</Trans> });
    });

  return (
    <div className={styles.actions}>
      {said && (
        <Note tone={said.tone} announce>
          {said.words}
        </Note>
      )}
      {guest.checkedInAt !== null && (
        <div className={styles.pair}>
          {allowsReentry && (
            <Button
              size="door"
              icon={<IconLogout2 size={22} stroke={1.75} aria-hidden="true" />}
              loading={busy === 'out'}
              onClick={() => void go('out')}
            >
              <Trans>Check out</Trans>
            </Button>
          )}
          <Button
            size="door"
            icon={<IconArrowBackUp size={22} stroke={1.75} aria-hidden="true" />}
            loading={busy === 'undo'}
            onClick={() => void undo()}
          >
            <Trans>Undo check-in</Trans>
          </Button>
        </div>
      )}
      {guest.checkedInAt === null && guest.status === 'active' && overrulable === null && !isRefused && (
        <Button
          size="door"
          variant="ink"
          block
          icon={<IconLogin2 size={22} stroke={1.75} aria-hidden="true" />}
          loading={busy === 'in'}
          onClick={() => void go('in')}
        >
          <Trans>Check in</Trans>
        </Button>
      )}
      {overrulable !== null && (
        <Overrule
          verdict={overrulable}
          isBusy={busy === 'override'}
          onReason={(reason) => void overrule(reason)}
        />
      )}
    </div>
  );
}
