import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { errorMessage } from '../../platform/api/error-messages.ts';
import { useWakeLock } from '../../ui/use-wake-lock.ts';
import { type Answer, newAttempt, toneOf } from '../attempt.ts';
import { createFeedback } from '../feedback.ts';
import { GuestList } from '../guests/list.tsx';
import { createRepeatGuard } from '../scanner/repeat-guard.ts';
import { useCamera } from '../scanner/use-camera.ts';
import { useDetector } from '../scanner/use-detector.ts';
import { useKeyScanner } from '../scanner/use-key-scanner.ts';
import { ScanView } from '../scanner/view.tsx';
import { useCheckIn } from '../use-check-in.ts';
import type { LiveDoor } from '../use-door.ts';
import { useNotice } from '../use-notice.ts';
import type { Settings } from '../use-settings.ts';
import styles from './active-door.module.css';
import { AttemptFailed } from './attempt-failed.tsx';
import { DoorFrame } from './frame.tsx';
import { LastScanRow } from './last-scan-row.tsx';
import { NoConnection } from './no-connection.tsx';
import { SettingsSheet } from './settings-sheet.tsx';
import { Verdict } from './verdict.tsx';
import { panelId, tabId, type View, ViewTabs } from './view-tabs.tsx';

type ActiveDoorProps = {
  listShortId: string;
  live: LiveDoor;
  settings: Settings | undefined;
  onSettings: (changes: Partial<Settings>) => void;
  leaveHref: string | undefined;
};

export function ActiveDoor({ listShortId, live, settings, onSettings, leaveHref }: ActiveDoorProps) {
  const { i18n } = useLingui();
  const { door, isConnected, setCounts, note, refresh } = live;
  const [view, setView] = useState<View>('scan');
  const [isSearching, setSearching] = useState(false);
  const [isSettingsOpen, setSettingsOpen] = useState(false);
  const [isUndoing, setUndoing] = useState(false);
  const [notice, say] = useNotice();
  const [guard] = useState(() => createRepeatGuard());
  const camera = useCamera(settings?.cameraId);
  const detector = useDetector(camera.state.step === 'starting' || camera.state.step === 'on');
  const feedback = useMemo(() => createFeedback(), []);
  const device = settings?.deviceName ?? '';
  const hasSound = settings?.sound ?? false;

  const onAnswer = useCallback(
    (answer: Answer) => {
      if (hasSound) feedback.play(toneOf(answer.verdict));
      // The state of the list has changed since the last refresh.
      if (answer.verdict === 'not_active' || answer.verdict === 'expired') refresh();
    },
    [feedback, hasSound, refresh],
  );
  const { flow, last, send, next, undoLast } = useCheckIn({
    listShortId,
    device,
    isConnected,
    onAnswer,
    onCounts: setCounts,
    onError: note,
  });
  const isReady = flow.step === 'ready' && !isSettingsOpen && settings !== undefined;
  const isCovered = flow.step === 'answered' || flow.step === 'failed';
  useWakeLock(camera.state.step === 'on');

  useEffect(() => {
    const unlock = () => feedback.unlock();
    window.addEventListener('pointerdown', unlock);
    window.addEventListener('keydown', unlock);
    return () => {
      window.removeEventListener('pointerdown', unlock);
      window.removeEventListener('keydown', unlock);
    };
  }, [feedback]);

  const fromCamera = (code: string) => {
    if (guard.isNew(code, Date.now())) void send(newAttempt({ method: 'scan', code }));
  };
  // Somebody uses a hardware scanner on purpose, so it may scan while a verdict is still shown.
  useKeyScanner(settings !== undefined && flow.step !== 'sending' && !isSettingsOpen, (code) => {
    void send(newAttempt({ method: 'scan', code }));
  });

  const goOn = () => {
    guard.resume(Date.now());
    next();
    focusTab(view);
  };
  const search = () => {
    next();
    setView('guests');
    setSearching(true);
  };
  const show = (chosen: View) => {
    setView(chosen);
    setSearching(false);
    guard.resume(Date.now());
  };
  const undo = async (reference: string): Promise<string | undefined> => {
    setUndoing(true);
    try {
      await undoLast(reference);
      guard.forget();
      say(<Trans>Check-in undone</Trans>);
      focusTab(view);
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
  return (
    <DoorFrame
      door={door}
      tone={flow.step === 'answered' ? toneOf(flow.answer.verdict) : undefined}
      leaveHref={leaveHref}
      onSettings={settings && !isCovered ? () => setSettingsOpen(true) : undefined}
    >
      <main className={styles.main}>
        <div className={styles.below} inert={isCovered} data-covered={isCovered}>
          {!isConnected && <NoConnection />}
          <div className={styles.panel} role="tabpanel" id={panelId} aria-labelledby={tabId(view)}>
            {view === 'scan' ? (
              <ScanView
                camera={camera}
                detector={detector}
                isLooking={isReady}
                isChecking={flow.step === 'sending'}
                onCode={fromCamera}
                onGuestList={door.role === 'supervisor' ? search : undefined}
                onCamera={chooseCamera}
                onTorch={() => void toggleTorch()}
              />
            ) : (
              <GuestList
                listShortId={listShortId}
                device={device}
                timezone={timezone}
                changesElsewhere={live.changesElsewhere}
                isSearching={isSearching}
                onAnswer={onAnswer}
                onCounts={setCounts}
                onError={note}
              />
            )}
          </div>
          <p className={styles.notice} role="status">
            {notice}
          </p>
          {view === 'scan' && last && (
            <LastScanRow
              key={last.at}
              last={last}
              isUndoing={isUndoing}
              onUndo={(reference) => void undo(reference).then((problem) => problem && say(problem))}
            />
          )}
          {door.role === 'supervisor' && <ViewTabs view={view} onChange={show} />}
        </div>
        {flow.step === 'answered' && (
          <Verdict
            key={flow.attempt.nonce}
            answer={flow.answer}
            timezone={timezone}
            onNext={goOn}
            onUndo={() => undo(flow.answer.guest?.reference ?? '')}
            onSearch={search}
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
          onClose={() => setSettingsOpen(false)}
        />
      )}
    </DoorFrame>
  );
}

/** Moves the focus after a verdict has left the screen. */
function focusTab(view: View): void {
  requestAnimationFrame(() => document.getElementById(tabId(view))?.focus({ preventScroll: true }));
}
