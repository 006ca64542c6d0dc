import type { Design } from '@entrada/contract/catalog/designs';
import type { EventDetail } from '@entrada/contract/catalog/events';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform/api/error.ts';
import { keys } from '../kit/data/keys.ts';
import { usePageForm } from '../kit/form/use-page-form.ts';
import { type DesignBody, loadDesign, saveDesign } from './api.ts';
import { changedFields, designValues } from './values.ts';
import { useDesignWords } from './words.ts';

/** The form of the designer. */
export function useDesignForm(event: EventDetail, loaded: Design) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { labels, say } = useDesignWords();
  const form = usePageForm({
    found: loaded,
    read: designValues,
    changedFields,
    labels,
    say,
    loadJudge: async () => {
      const { readDesign } = await import('./body.ts');
      return (values, { base }) => readDesign(values, base.version);
    },
    load: () => loadDesign(event.id),
    save: (body: DesignBody, base) => saveOnTop(event.id, body, base),
    remember: (design) => client.setQueryData(keys.design(event.id), design),
    invalidates: [keys.event(event.id)],
    success: event.status === 'public' ? t`The page shows the new design.` : t`The design is saved.`,
    // Only colours can have this error.
    own: { invalid_format: t`Enter a colour as six hex digits, such as #1c1815.` },
  });
  const isDirty = form.changed.length > 0;
  const submit = () => {
    if (isDirty && !form.isPending) form.submit();
  };
  return { ...form, isDirty, submit };
}

/** Saves the design. If someone else saved the event but not its design, it saves again on top of their version. */
async function saveOnTop(eventId: number, body: DesignBody, base: Design): Promise<Design> {
  try {
    return await saveDesign(eventId, body);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') throw error;
    const fresh = await loadDesign(eventId);
    if (changedFields(designValues(base), designValues(fresh)).length > 0) throw error;
    return saveDesign(eventId, { ...body, version: fresh.version });
  }
}

export type DesignForm = ReturnType<typeof useDesignForm>;
