import type { Direction } from '@entrada/contract/door/check-in';
import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useCallback, useState } from 'react';
import { errorMessage } from '../../platform/api/error-messages.ts';
import { withWords } from '../../platform/i18n/catalogues.ts';
import { useWakeLock } from '../../ui/use-wake-lock.ts';
import { type Answer, newAttempt } from '../attempt.ts';
import { StateLine } from '../offline/parts/state-line.tsx';
import { useDoorDevice } from '../offline/use-door-device.ts';
import { DoorFrame } from '../parts/frame.tsx';
import { createRepeatGuard } from '../scanner/repeat-guard.ts';
import { useCamera } from '../scanner/use-camera.ts';
import { useDetector } from '../scanner/use-detector.ts';
import { useKeyScanner } from '../scanner/use-key-scanner.ts';
import { ScanView } from '../scanner/view.tsx';
import type { LiveDoor } from '../use-door.ts';
import type { Settings } from '../use-settings.ts';
import { AttemptFailed } from '../verdict/attempt-failed.tsx';
import { Verdict } from '../verdict/screen.tsx';
import { toneOf } from '../verdict/tone.ts';
import { ScanPage } from './scan-page.tsx';
import styles from './scanning.module.css';
import { SettingsSheet } from './settings-sheet.tsx';
import { useCheckIn } from './use-check-in.ts';
import { useFeedback } from './use-feedback.ts';
import { useNotice } from './use-notice.ts';

/** A steward never loads it. */
const Supervisor = lazy(() => import('../supervisor/shell.tsx'));
const OfflineSheet = lazy(() => withWords(import('../offline/parts/sheet.tsx')));

type View = 'scan' | 'supervisor';

type ActiveDoorProps = {
  listShortId: string;
  live: LiveDoor;
  settings: Settings | undefined;
  onSettings: (changes: Partial<Settings>) => void;
  leaveHref: string | undefined;
};

export function ActiveDoor({ listShortId, live, settings, onSettings, leaveHref }: ActiveDoorProps) {
  const { i18n } = useLingui();
  const { door, setCounts, note, refresh } = live;
  const [view, setView] = useState<View>('scan');
  /** What a search begins with. A new number opens it anew. */
  const [sought, setSought] = useState({ number: '', nth: 0 });
  const [way, setWay] = useState<Direction>('in');
  const direction = door.allowsReentry ? way : 'in';
  const [isSettingsOpen, setSettingsOpen] = useState(false);
  const [isOfflineOpen, setOfflineOpen] = useState(false);
  const [isUndoing, setUndoing] = useState(false);
  const [notice, say] = useNotice();
  const [guard] = useState(() => createRepeatGuard());
  const camera = useCamera(settings?.cameraId);
  const detector = useDetector(camera.state.step === 'starting' || camera.state.step === 'on');
  const feedback = useFeedback();
  const device = settings?.deviceName ?? '';
  const hasSound = settings?.sound ?? false;

  const onAnswer = useCallback(
    (answer: Pick<Answer, 'verdict'>) => {
      if (hasSound) feedback.play(answer.verdict);
      // The state of the list has changed since the last refresh.
      if (answer.verdict === 'not_active' || answer.verdict === 'expired') refresh();
    },
    [feedback, hasSound, refresh],
  );
  const phone = useDoorDevice({ listShortId, device, live });
  const { flow, last, send, next, undoLast, letOrderIn } = useCheckIn({
    listShortId,
    device,
    attempt: phone.attempt,
    undo: phone.undo,
    isConnected: phone.state === 'online',
    onAnswer,
    onCounts: setCounts,
    onError: note,
  });
  const isSupervisor = door.role === 'supervisor';
  const isReady = flow.step === 'ready' && !isSettingsOpen && settings !== undefined;
  const isCovered = flow.step === 'answered' || flow.step === 'failed';
  useWakeLock(true);

  const fromCamera = (code: string) => {
    if (guard.isNew(code, Date.now())) void send(newAttempt({ method: 'scan', code }, direction));
  };
  // Somebody uses a hardware scanner on purpose, so it may scan while a verdict is still shown.
  // It always listens: a code that comes while another one is checked must neither press a button nor be read by halves.
  useKeyScanner(settings !== undefined, (code) => {
    if (flow.step === 'sending') return;
    setSettingsOpen(false);
    void send(newAttempt({ method: 'scan', code }, direction));
  });

  const goOn = () => {
    guard.resume(Date.now());
    next();
    focusTab();
  };
  const show = (chosen: View) => {
    setView(chosen);
    guard.resume(Date.now());
  };
  const search = (number: string | null) => {
    setSought(({ nth }) => ({ number: number ?? '', nth: nth + (number === null ? 0 : 1) }));
    next();
    show('supervisor');
  };
  const openGuests = () => search(null);
  const undo = async (reference: string, of: Direction): Promise<string | undefined> => {
    setUndoing(true);
    try {
      await undoLast(reference, of);
      guard.forget();
      say(of === 'in' ? <Trans>Check-in undone</Trans> : <Trans>Check-out undone</Trans>);
      focusTab();
      return undefined;
    } catch (error) {
      note(error);
      return errorMessage(i18n, error);
    } finally {
      setUndoing(false);
    }
  };
  const chooseCamera = (cameraId: string) => {
    onSettings({ cameraId });
    void camera.start(cameraId);
  };
  const toggleTorch = async () => {
    if (!(await camera.setTorch(!camera.torch)))
      say(<Trans>The torch is not available on this camera.</Trans>);
  };

  const timezone = door.event.timezone;
  const tools = {
    listShortId,
    device,
    attempt: phone.attempt,
    undo: phone.undo,
    findGuests: phone.findGuests,
    findAlike: phone.findAlike,
    findPerson: phone.findPerson,
    onAnswer,
    onCounts: setCounts,
    onError: note,
  };
  const notices = (
    <>
      <StateLine phone={phone} listShortId={listShortId} onOpen={() => setOfflineOpen(true)} />
      <p className={styles.notice} role="status">
        {notice}
      </p>
    </>
  );
  return (
    <DoorFrame
      live={phone.counts ? { ...live, door: { ...door, ...phone.counts } } : live}
      tone={flow.step === 'answered' ? toneOf(flow.answer.verdict) : undefined}
      isBright={settings?.isBright}
      leaveHref={leaveHref}
      onSettings={settings && !isCovered && view === 'scan' ? () => setSettingsOpen(true) : undefined}
      onScan={!isCovered && view === 'supervisor' ? () => show('scan') : undefined}
    >
      <main className={styles.main}>
        <div className={styles.below} inert={isCovered} data-covered={isCovered}>
          {view === 'scan' ? (
            <ScanPage
              notices={notices}
              way={door.allowsReentry ? way : undefined}
              onWay={setWay}
              last={last}
              isUndoing={isUndoing}
              onUndo={(...done) => void undo(...done).then((problem) => problem && say(problem))}
              isSupervisor={isSupervisor}
              onGuests={openGuests}
            >
              <ScanView
                camera={camera}
                detector={detector}
                isLooking={isReady}
                isChecking={flow.step === 'sending'}
                onCode={fromCamera}
                onGuestList={isSupervisor ? openGuests : undefined}
                onCamera={chooseCamera}
                onTorch={() => void toggleTorch()}
              />
            </ScanPage>
          ) : (
            <Suspense fallback={<div className={styles.panel} aria-busy="true" />}>
              <Supervisor
                key={sought.nth}
                live={live}
                tools={tools}
                notices={notices}
                query={sought.number}
              />
            </Suspense>
          )}
        </div>
        {flow.step === 'answered' && (
          <Verdict
            key={flow.attempt.nonce}
            answer={flow.answer}
            timezone={timezone}
            onNext={goOn}
            onUndo={
              isSupervisor
                ? () => undo(flow.answer.guest?.reference ?? '', flow.attempt.direction)
                : undefined
            }
            onOrder={() => letOrderIn(flow.attempt)}
            onSearch={isSupervisor ? search : undefined}
          />
        )}
        {flow.step === 'failed' && (
          <AttemptFailed error={flow.error} onRetry={() => void send(flow.attempt)} onDrop={goOn} />
        )}
      </main>
      {isSettingsOpen && settings && (
        <SettingsSheet
          camera={camera}
          settings={settings}
          onCamera={chooseCamera}
          onTorch={() => void toggleTorch()}
          onChange={onSettings}
          onOffline={() => {
            setSettingsOpen(false);
            setOfflineOpen(true);
          }}
          onClose={() => setSettingsOpen(false)}
        />
      )}
      {isOfflineOpen && (
        <Suspense>
          <OfflineSheet
            phone={phone}
            listShortId={listShortId}
            timezone={timezone}
            onClose={() => setOfflineOpen(false)}
          />
        </Suspense>
      )}
    </DoorFrame>
  );
}

/** Moves the focus after a verdict has left the screen. */
function focusTab(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus({ preventScroll: true }),
  );
}
