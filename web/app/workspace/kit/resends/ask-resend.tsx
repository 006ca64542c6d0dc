import type { ReactNode } from 'react';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { modals } from '../dialogs/modals.ts';
import { latePart } from '../late/part.tsx';
import type { Resend } from './form.tsx';

const ResendForm = latePart<Resend & { close: () => void }>(
  () => import('./form.tsx').then((loaded) => loaded.ResendForm),
  { Place: () => <Skeleton height={120} /> },
);

/** Asks for the address, and mails an order or one ticket once more. */
export function askResend(resend: Resend, title: ReactNode): void {
  const id = modals.open({ title, children: <ResendForm {...resend} close={() => modals.close(id)} /> });
}
