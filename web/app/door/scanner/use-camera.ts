import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

export type CameraProblem = 'denied' | 'missing' | 'busy' | 'insecure' | 'lost';
type CameraState =
  /** It is not known yet whether this page may use the camera. */
  | { step: 'asking' }
  /** The visitor must give permission, and the page explains why first. */
  | { step: 'prompt' }
  | { step: 'starting' }
  | { step: 'on'; stream: MediaStream; hasTorch: boolean }
  | { step: 'failed'; problem: CameraProblem };

type CameraChoice = { id: string; label: string };

export type Camera = {
  state: CameraState;
  cameras: CameraChoice[];
  /** The id of the camera in use. */
  current: string | undefined;
  torch: boolean;
  start: (cameraId?: string) => Promise<void>;
  /** False if the camera cannot switch its light. */
  setTorch: (on: boolean) => Promise<boolean>;
};

/**
 * The camera of this page: permission, choice, light and errors. The stream ends with the page. `preferredId` is
 * the remembered camera; null if there is none, undefined while it is unknown.
 */
export function useCamera(preferredId: string | null | undefined): Camera {
  const [state, setState] = useState<CameraState>({ step: 'asking' });
  const [cameras, setCameras] = useState<CameraChoice[]>([]);
  const [torch, setTorchState] = useState(false);
  const stream = useRef<MediaStream>(undefined);
  const request = useRef(0);

  const stop = useCallback(() => {
    for (const track of stream.current?.getTracks() ?? []) track.stop();
    stream.current = undefined;
    setTorchState(false);
  }, []);

  const start = useCallback(
    async (cameraId?: string) => {
      request.current += 1;
      const mine = request.current;
      if (!navigator.mediaDevices?.getUserMedia) {
        setState({ step: 'failed', problem: 'insecure' });
        return;
      }
      setState({ step: 'starting' });
      stop();
      try {
        const opened = await open(cameraId);
        if (mine !== request.current) {
          for (const track of opened.getTracks()) track.stop();
          return;
        }
        stream.current = opened;
        const [track] = opened.getVideoTracks();
        track?.addEventListener('ended', () => {
          if (stream.current === opened) setState({ step: 'failed', problem: 'lost' });
        });
        setState({ step: 'on', stream: opened, hasTorch: hasTorch(track) });
        setCameras(await listCameras());
      } catch (error) {
        if (mine === request.current) setState({ step: 'failed', problem: problemOf(error) });
      }
    },
    [stop],
  );

  // The remembered choice counts when the page opens. Later choices arrive through `start`.
  const begin = useEffectEvent((known: PermissionState | undefined) => {
    if (known === 'granted') void start(preferredId ?? undefined);
    else if (!navigator.mediaDevices) setState({ step: 'failed', problem: 'insecure' });
    else setState(known === 'denied' ? { step: 'failed', problem: 'denied' } : { step: 'prompt' });
  });
  const isPreferenceKnown = preferredId !== undefined;
  useEffect(() => {
    if (!isPreferenceKnown) return;
    let isGone = false;
    void permission().then((known) => !isGone && begin(known));
    return () => {
      isGone = true;
    };
  }, [isPreferenceKnown]);

  useEffect(() => {
    return () => {
      request.current += 1;
      stop();
    };
  }, [stop]);

  const setTorch = useCallback(async (on: boolean) => {
    try {
      // The types of the DOM do not know the light.
      const light = { torch: on } as MediaTrackConstraintSet;
      await stream.current?.getVideoTracks()[0]?.applyConstraints({ advanced: [light] });
      setTorchState(on);
      return true;
    } catch {
      return false;
    }
  }, []);

  const current = state.step === 'on' ? state.stream.getVideoTracks()[0]?.getSettings().deviceId : undefined;
  return { state, cameras, current, torch, start, setTorch };
}

async function open(cameraId: string | undefined): Promise<MediaStream> {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  const anyBack = { video: { ...size, facingMode: { ideal: 'environment' } }, audio: false };
  if (!cameraId) return navigator.mediaDevices.getUserMedia(anyBack);
  try {
    const video = { ...size, deviceId: { exact: cameraId } };
    return await navigator.mediaDevices.getUserMedia({ video, audio: false });
  } catch (error) {
    // The chosen camera may have been unplugged.
    if (!isNamed(error, ['OverconstrainedError', 'NotFoundError'])) throw error;
    return navigator.mediaDevices.getUserMedia(anyBack);
  }
}

async function listCameras(): Promise<CameraChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices
    .filter((device) => device.kind === 'videoinput' && device.deviceId !== '')
    .map((device) => ({ id: device.deviceId, label: device.label }));
}

function hasTorch(track: MediaStreamTrack | undefined): boolean {
  const capabilities = track?.getCapabilities?.() as { torch?: boolean } | undefined;
  return capabilities?.torch === true;
}

async function permission(): Promise<PermissionState | undefined> {
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state;
  } catch {
    // Not every browser answers this question. Then asking for the camera does no harm.
    return undefined;
  }
}

function problemOf(error: unknown): CameraProblem {
  if (isNamed(error, ['NotAllowedError', 'SecurityError'])) return 'denied';
  return isNamed(error, ['NotFoundError', 'OverconstrainedError']) ? 'missing' : 'busy';
}

const isNamed = (error: unknown, names: string[]) => error instanceof Error && names.includes(error.name);
