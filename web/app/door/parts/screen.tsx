import { ActiveDoor } from '../active/scanning.tsx';
import { ClosedList, LinkClosed, ListNotFound } from '../entry/closed-list.tsx';
import { Pin } from '../entry/pin.tsx';
import { type Shown, useEntry } from '../entry/use-entry.ts';
import { type Door, useDoor } from '../use-door.ts';
import { type Settings, useSettings } from '../use-settings.ts';
import frame from './frame.module.css';
import { DoorFrame } from './frame.tsx';

type DoorScreenProps = { listShortId: string; initial: Shown; isSignedIn: boolean };
type Entered = { settings: Settings | undefined; onSettings: (changes: Partial<Settings>) => void };

/** The question for the PIN, until this phone has answered it; then the door. */
export function DoorScreen({ listShortId, initial, isSignedIn }: DoorScreenProps) {
  const [settings, onSettings] = useSettings();
  const { shown, problem, isGone, isLooking, look, askPin } = useEntry(
    listShortId,
    initial,
    settings?.deviceName,
  );
  if (isGone) return <ListNotFound />;
  if (shown.needsPin !== true)
    return (
      <EnteredDoor
        listShortId={listShortId}
        initial={shown}
        isSignedIn={isSignedIn}
        settings={settings}
        onSettings={onSettings}
        onPin={askPin}
      />
    );
  return (
    <div className={frame['door']} data-mantine-color-scheme="dark">
      {isLooking || !settings ? (
        <main aria-busy="true" />
      ) : (
        <Pin
          listShortId={listShortId}
          device={settings.deviceName}
          list={shown.name}
          event={shown.event.title}
          problem={problem}
          onEntered={look}
        />
      )}
    </div>
  );
}

type EnteredDoorProps = Omit<DoorScreenProps, 'initial'> & { initial: Door; onPin: () => void } & Entered;

/** The scanner, or the reason why the list is closed. */
function EnteredDoor(props: EnteredDoorProps) {
  const { listShortId, initial, isSignedIn, settings, onSettings, onPin } = props;
  const live = useDoor(listShortId, initial, onPin);
  const { door } = live;
  const leaveHref =
    isSignedIn && settings && !settings.isApp ? `/manage/event/${door.event.id}/check-in` : undefined;
  if (live.isGone) return <LinkClosed />;
  if (door.state !== 'active') {
    return (
      <DoorFrame live={live} isBright={settings?.isBright} leaveHref={leaveHref}>
        <ClosedList door={door} />
      </DoorFrame>
    );
  }
  return (
    <ActiveDoor
      listShortId={listShortId}
      live={live}
      settings={settings}
      onSettings={onSettings}
      leaveHref={leaveHref}
    />
  );
}
