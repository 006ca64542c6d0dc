import { useEffect, useState } from 'react';
import { latePart, TryAgainSoon } from '../late/part.tsx';
import { onDialogWaits } from './modals.ts';

const LateDialogs = latePart<object>(async () => (await import('../late/dialogs.tsx')).Dialogs, {
  Place: () => null,
  Failed: TryAgainSoon,
});

/** They load this much later than the page, or with the first dialog. */
const afterPageMs = 2000;

/** Where the dialogs of `modals` show. */
export function Dialogs() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setNeeded(true), afterPageMs);
    const forget = onDialogWaits(() => setNeeded(true));
    return () => {
      clearTimeout(timer);
      forget();
    };
  }, []);
  return isNeeded && <LateDialogs />;
}
