import { useWakeLock } from '../../ui/use-wake-lock.ts';
import { type Door, useDoor } from '../use-door.ts';
import { useSettings } from '../use-settings.ts';
import { ActiveDoor } from './active-door.tsx';
import { ClosedList, ListNotFound } from './closed-list.tsx';
import { DoorFrame } from './frame.tsx';

type DoorScreenProps = { listShortId: string; initial: Door; isSignedIn: boolean };

/** The scanner, or the reason why the list is closed. */
export function DoorScreen({ listShortId, initial, isSignedIn }: DoorScreenProps) {
  const live = useDoor(listShortId, initial);
  const [settings, change] = useSettings();
  const { door } = live;
  useWakeLock(settings?.isApp ?? false);
  const leaveHref =
    isSignedIn && settings && !settings.isApp ? `/manage/event/${door.event.id}/check-in` : undefined;
  if (live.isGone) return <ListNotFound />;
  if (door.state !== 'active') {
    return (
      <DoorFrame door={door} leaveHref={leaveHref}>
        <ClosedList door={door} />
      </DoorFrame>
    );
  }
  return (
    <ActiveDoor
      listShortId={listShortId}
      live={live}
      settings={settings}
      onSettings={change}
      leaveHref={leaveHref}
    />
  );
}
