import { useLingui } from '@lingui/react/macro';
import { copyText } from '../data/copy-link.ts';
import { notifyError, notifySuccess } from '../frame/notify.tsx';

/** Copies the whole address of a page of this site, and says whether it worked. */
export function useCopyLink() {
  const { t } = useLingui();
  return async (path: string): Promise<void> => {
    const address = location.origin + path;
    if (await copyText(address)) notifySuccess(t`Link copied.`);
    else notifyError(t`The link could not be copied. It is ${address}`);
  };
}
