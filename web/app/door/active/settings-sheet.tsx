import { Trans, useLingui } from '@lingui/react/macro';
import { IconBulb, IconChevronRight, IconSun, IconVolume, IconWifiOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Sheet } from '../parts/sheet.tsx';
import type { Camera } from '../scanner/use-camera.ts';
import { deviceNameLength, type Settings } from '../use-settings.ts';
import styles from './settings-sheet.module.css';

type SettingsSheetProps = {
  camera: Camera;
  settings: Settings;
  onCamera: (id: string) => void;
  onTorch: () => void;
  onChange: (changes: Partial<Settings>) => void;
  /** Opens what this phone can do without a connection. */
  onOffline: () => void;
  onClose: () => void;
};

/** Camera, torch, sound, contrast, and the name of this device at other doors. */
export function SettingsSheet(props: SettingsSheetProps) {
  const { camera, settings, onCamera, onTorch, onChange, onOffline, onClose } = props;
  const { t } = useLingui();
  const [name, setName] = useState(settings.deviceName);
  const close = () => {
    const deviceName = name.trim();
    if (deviceName && deviceName !== settings.deviceName) onChange({ deviceName });
    onClose();
  };
  const hasTorch = camera.state.step === 'on' && camera.state.hasTorch;
  return (
    <Sheet title={<Trans>Camera and sound</Trans>} onClose={close}>
      <form
        className={styles.content}
        onSubmit={(event) => {
          event.preventDefault();
          close();
        }}
      >
        {camera.cameras.length > 1 && (
          <fieldset>
            <legend className={styles.caption}>
              <Trans>Camera</Trans>
            </legend>
            {camera.cameras.map(({ id, label }, index) => (
              <label key={id} className={styles.line}>
                <span className={styles.grow}>{label || t`Camera ${index + 1}`}</span>
                <input
                  type="radio"
                  name="camera"
                  className={styles.dot}
                  checked={camera.current === id}
                  onChange={() => onCamera(id)}
                />
              </label>
            ))}
          </fieldset>
        )}
        <div>
          <p className={styles.caption}>
            <Trans>While scanning</Trans>
          </p>
          {hasTorch && (
            <Switch icon={<IconBulb size={24} stroke={1.75} />} isOn={camera.torch} onChange={onTorch}>
              <Trans>Torch</Trans>
            </Switch>
          )}
          <Switch
            icon={<IconVolume size={24} stroke={1.75} />}
            isOn={settings.sound}
            onChange={() => onChange({ sound: !settings.sound })}
          >
            <Trans>Sound and vibration</Trans>
          </Switch>
          <Switch
            icon={<IconSun size={24} stroke={1.75} />}
            isOn={settings.isBright}
            onChange={() => onChange({ isBright: !settings.isBright })}
          >
            <Trans>High contrast for the sun</Trans>
          </Switch>
          <button type="button" className={styles.line} onClick={onOffline}>
            <span aria-hidden="true">
              <IconWifiOff size={24} stroke={1.75} />
            </span>
            <span className={styles.grow}>
              <Trans>Without a connection</Trans>
            </span>
            <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
          </button>
        </div>
        <div className={styles.field}>
          <TextInput
            label={<Trans>Name of this device</Trans>}
            hint={<Trans>Other doors see it when a ticket was already checked in here.</Trans>}
            value={name}
            maxLength={deviceNameLength}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <Button type="submit" variant="ink" size="door" block>
          <Trans>Done</Trans>
        </Button>
      </form>
    </Sheet>
  );
}

type SwitchProps = { icon: ReactNode; isOn: boolean; onChange: () => void; children: ReactNode };

function Switch({ icon, isOn, onChange, children }: SwitchProps) {
  return (
    <button type="button" role="switch" aria-checked={isOn} className={styles.line} onClick={onChange}>
      <span aria-hidden="true">{icon}</span>
      <span className={styles.grow}>{children}</span>
      <span className={styles.switch} />
    </button>
  );
}
