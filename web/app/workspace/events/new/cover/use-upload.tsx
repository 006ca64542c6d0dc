import type { ImageChange } from '@entrada/contract/images';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../../../kit/data/keys.ts';
import { notifyRetry } from '../../../kit/frame/notify.tsx';
import { uploadImage } from '../../../kit/images/calls.ts';
import { type DrawnCover, paintCover } from './drawn.ts';

/** The chosen cover of an event that does not exist yet: a file with its crop, or a drawn one. */
export type NewCover = { file: File; url: string; edit: ImageChange } | { drawn: DrawnCover };

/**
 * Uploads the cover of a new event. It never throws, because the event exists: if the upload fails, a message offers to
 * try again with the same picture, so that it need not be chosen anew.
 */
export function useCoverUpload() {
  const { t } = useLingui();
  const client = useQueryClient();
  const upload = async (eventId: number, cover: NewCover): Promise<void> => {
    try {
      const image = 'file' in cover ? cover.file : await paintCover(cover.drawn);
      if (!image) throw new Error('The browser cannot draw');
      const edit = 'file' in cover ? cover.edit : {};
      const { signal } = new AbortController();
      await uploadImage({ home: { eventId }, image, edit, onProgress: () => undefined, signal });
      for (const queryKey of [keys.event(eventId), keys.events]) {
        void client.invalidateQueries({ queryKey });
      }
    } catch {
      notifyRetry({
        id: `cover-${eventId}`,
        message: t`The event is created, but its cover could not be saved.`,
        retry: () => void upload(eventId, cover),
      });
    }
  };
  return upload;
}
