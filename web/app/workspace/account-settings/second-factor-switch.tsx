import { Switch } from '@mantine/core';
import { latePart } from '../kit/late/part.tsx';

const SecondFactorEffect = latePart<{ isOn: boolean }>(
  async () => (await import('./second-factor-effect.tsx')).SecondFactorEffect,
  { Place: () => null },
);

type SwitchProps = {
  isOn: boolean;
  /** As it was saved. */
  wasOn: boolean;
  label: string;
  onChange: (isOn: boolean) => void;
};

/** Asks everybody of the account for a second factor. Before it is saved, it says what that means and for whom. */
export function SecondFactorSwitch({ isOn, wasOn, label, onChange }: SwitchProps) {
  return (
    <>
      <Switch label={label} checked={isOn} onChange={(change) => onChange(change.currentTarget.checked)} />
      {isOn !== wasOn && <SecondFactorEffect isOn={isOn} />}
    </>
  );
}
