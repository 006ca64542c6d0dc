import type { Direction } from '@entrada/contract/door/check-in';
import { getDoorGuest, letInAnyway } from '@entrada/contract/door/supervising';
import type { OutputOf } from '@entrada/contract/endpoint';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconArrowBackUp, IconLogin2, IconLogout2 } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { errorMessage } from '../../platform/api/error-messages.ts';
import { formatList, formatOwnDates, formatTime } from '../../platform/i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Note } from '../../ui/notices/note.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { doorApi } from '../api.ts';
import { newStamp } from '../attempt.ts';
import { shownDevice } from '../device-name.ts';
import type { RowTools } from '../guests/use-row-check-in.ts';
import { toneOf } from '../tone.ts';
import { verdictWords } from '../verdict-words.ts';
import styles from './person.module.css';
import { Problem } from './problem.tsx';
import { useRead } from './use-read.ts';

type Person = OutputOf<typeof getDoorGuest>['data'];

type PersonSheetProps = {
  reference: string;
  timezone: string;
  changes: number;
  /** Whether people may go out and come in again. */
  allowsReentry: boolean;
  tools: RowTools;
  onClose: () => void;
};

/** Everything about one person, and what a supervisor can do for them. */
export function PersonSheet(props: PersonSheetProps) {
  const { reference, changes, tools, onClose } = props;
  const { t } = useLingui();
  const { listShortId, onError } = tools;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const person = useRead(
    `${listShortId} ${reference}`,
    changes,
    async (signal) => (await doorApi(getDoorGuest, { params: { listShortId, reference } }, { signal })).data,
    onError,
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself answers Escape through onCancel
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={styles.content}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {person.data?.guest.name ?? reference}
          </h2>
          {person.data && <StateBadge guest={person.data.guest} />}
        </div>
        <Problem problem={person.problem} onRetry={person.reload} />
        {!person.data && person.problem === undefined && <Skeleton width="100%" height={180} />}
        {person.data && <Facts person={person.data} timezone={props.timezone} />}
        {person.data && <Actions {...props} person={person.data} onChanged={person.reload} />}
        <Button size="door" variant="ghost" block aria-label={t`Close`} onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </dialog>
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

type Trace = Person['scans'][number];
type Refused = Trace & { outcome: Exclude<Trace['outcome'], 'admitted' | 'undone'> };

const isRefused = (scan: Trace): scan is Refused =>
  scan.outcome !== 'undone' && (scan.outcome === 'already_in' || toneOf(scan.outcome) === 'bad');

function Facts({ person, timezone }: { person: Person; timezone: string }) {
  const { i18n } = useLingui();
  const { guest, order, scans, lists, note } = person;
  const zoned = { locale: i18n.locale, timezone };
  const dates = formatOwnDates(guest, zoned);
  const placeOf = (scan: Trace) =>
    sideBySide(
      [...new Set([scan.list, scan.link, scan.device && shownDevice(i18n, scan.device)])],
      i18n.locale,
    );
  const cameIn = guest.checkedInAt !== null && scans.find(({ outcome }) => outcome === 'admitted');
  const left = guest.checkedInAt === null && scans.find(({ outcome }) => outcome === 'checked_out');
  const refused = scans.find(isRefused);
  return (
    <dl className={styles.facts}>
      <Row label={<Trans>Ticket</Trans>}>
        {guest.ticket} · <span className={styles.reference}>{guest.reference}</span>
      </Row>
      {dates && <Row label={<Trans>Valid for</Trans>}>{dates}</Row>}
      {guest.checkedInAt !== null && (
        <Row label={<Trans>Came in</Trans>}>
          {sideBySide([formatTime(guest.checkedInAt, zoned), cameIn && placeOf(cameIn)], i18n.locale)}
        </Row>
      )}
      {left && (
        <Row label={<Trans>Went out</Trans>}>
          {sideBySide([formatTime(left.at, zoned), placeOf(left)], i18n.locale)}
        </Row>
      )}
      {refused && (
        <Row label={<Trans>Also tried</Trans>}>
          {sideBySide([formatTime(refused.at, zoned), placeOf(refused)], i18n.locale)}
          {': '}
          {i18n._(verdictWords[refused.outcome].title)}
        </Row>
      )}
      {!person.isOnList && (
        <Row label={<Trans>Admitted by</Trans>}>
          {lists.length > 0 ? formatList(lists, i18n.locale) : <Trans>No list of this event</Trans>}
        </Row>
      )}
      <Row label={<Trans>Order</Trans>}>
        {order.reference}, <Plural value={order.tickets} one="# ticket" other="# tickets" />
        {order.tickets > 1 && (
          <>
            , <Plural value={order.inside} one="# inside" other="# inside" />
          </>
        )}
      </Row>
      {note && <Row label={<Trans>Note</Trans>}>{note}</Row>}
    </dl>
  );
}

function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type ActionsProps = PersonSheetProps & { person: Person; onChanged: () => void };

function Actions({ person, tools, allowsReentry, onChanged }: ActionsProps) {
  const { i18n, t } = useLingui();
  const { listShortId, device, onCounts, onGuest, onAnswer, onError } = tools;
  const { guest, overrulable } = person;
  const [busy, setBusy] = useState<string>();
  const [said, setSaid] = useState<{ tone: 'ok' | 'attn' | 'error'; words: ReactNode }>();
  const [isOverruling, setOverruling] = useState(false);
  const [reason, setReason] = useState('');
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
  const overrule = () =>
    act('override', async (moment) => {
      const { data } = await doorApi(letInAnyway, {
        params: { listShortId, reference: guest.reference },
        body: { reason: reason.trim(), device, ...moment },
      });
      onCounts(data);
      onGuest(data.guest);
      setOverruling(false);
      setReason('');
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
      {guest.checkedInAt === null && guest.status === 'active' && overrulable === null && (
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
      {overrulable !== null && !isOverruling && (
        <>
          <Note tone="attn">
            <b>{i18n._(verdictWords[overrulable].title)}</b> {i18n._(verdictWords[overrulable].why)}
          </Note>
          <Button size="door" block onClick={() => setOverruling(true)}>
            <Trans>Let in anyway</Trans>
          </Button>
        </>
      )}
      {overrulable !== null && isOverruling && (
        <form
          className={styles.overrule}
          onSubmit={(event) => {
            event.preventDefault();
            if (reason.trim().length >= 3) void overrule();
          }}
        >
          <TextInput
            label={<Trans>Why are they let in?</Trans>}
            hint={<Trans>The organizer sees it, with the name of your link.</Trans>}
            placeholder={t`Checked with the box office`}
            value={reason}
            autoComplete="off"
            autoFocus
            onChange={(event) => setReason(event.target.value)}
          />
          <Button
            type="submit"
            size="door"
            variant="ink"
            block
            loading={busy === 'override'}
            disabled={reason.trim().length < 3}
          >
            <Trans>Let in anyway</Trans>
          </Button>
        </form>
      )}
    </div>
  );
}
