import { TRANSITIONS } from '@entrada/contract/constants';
import {
  addView,
  arrangeViews,
  deleteView,
  restoreView,
  type SavedView,
  type SavedViews,
  updateView,
} from '@entrada/contract/sales/views/saved';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { api } from '../../../platform/api/client.ts';
import { ApiError } from '../../../platform/api/error.ts';
import { eventParams } from '../data/event.ts';
import { keys } from '../data/keys.ts';
import { useChange } from '../data/use-change.ts';
import { notifyError, notifySuccess, notifyUndo } from '../frame/notify.tsx';
import { forgetColumns, storedColumns } from '../list/use-columns.ts';
import type { List } from '../list/use-list.ts';
import type { ListPageState } from '../list/use-list-page.ts';
import type { ViewsAt } from '../list/view.ts';
import { viewLink, viewQuery } from './opened.ts';

/** The views of a list that has some, and which of them is open. */
export type OpenViews = NonNullable<List['views']>;
export type ViewPartProps = { page: ListPageState; views: OpenViews };

/** The name of a view, and who sees it. */
export type ViewWords = { name: string; isShared: boolean };

const ofView = (eventId: number, { id }: { id: number }) => ({
  params: { eventId: String(eventId), viewId: String(id) },
});

const update = async (
  { eventId }: ViewsAt,
  view: SavedView,
  given: Partial<SavedView>,
): Promise<SavedView> => {
  const { name, isShared, query, columns, version } = { ...view, ...given };
  return (
    await api(updateView, { ...ofView(eventId, view), body: { name, isShared, query, columns, version } })
  ).data;
};

const arrange = async (
  { eventId, list }: ViewsAt,
  body: { defaultId: number | null } | { order: number[] },
): Promise<SavedViews> =>
  (await api(arrangeViews, { ...eventParams(eventId), body: { list, ...body } })).data;

/** The button that had the focus may be gone, at once or when its dialog has closed. */
function rescueFocus(): void {
  const rescue = () => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('[data-views] [aria-current]')?.focus();
  };
  setTimeout(rescue);
  setTimeout(rescue, TRANSITIONS.modalMs + 100);
}

/** What can be done with the views of a list. Each function saves, and shows the view that it leaves open. */
export function useViewActions({ page, views: { at, saved, opened } }: ViewPartProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const key = keys.views(at.eventId, at.list);
  const shown = () => ({
    query: viewQuery(page.list.view),
    columns: storedColumns(page.id, opened?.columns),
  });
  const show = (next: SavedViews, id: number | null) => {
    client.setQueryData(key, next);
    void navigate(viewLink(search, next, id), { replace: true, preventScrollReset: true });
    rescueFocus();
  };
  /** The views with this one as it is now. */
  const withView = (view: SavedView): SavedViews => {
    const isNew = saved.views.every(({ id }) => id !== view.id);
    return {
      ...saved,
      views: isNew ? [...saved.views, view] : saved.views.map((one) => (one.id === view.id ? view : one)),
    };
  };
  const reset = (next = saved) => {
    forgetColumns(page.id);
    show(next, opened?.id ?? null);
  };
  /** Somebody else saved first: their view is read, and what the list shows stays. */
  const onStale = (error: unknown): boolean => {
    if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') return false;
    void client.invalidateQueries({ queryKey: key });
    notifyError(t`Someone else changed this view meanwhile. Save again to replace theirs.`);
    return true;
  };
  const save = useChange({
    run: (view: SavedView) => update(at, view, shown()),
    success: () => t`The view is saved.`,
    onDone: (view) => reset(withView(view)),
    onError: onStale,
  });
  const restore = useChange({
    run: async (view: SavedView) => (await api(restoreView, ofView(at.eventId, view))).data,
    invalidates: () => [key],
    onDone: ({ name }, view) => {
      if (name !== view.name)
        notifySuccess(t`Another view is called “${view.name}” now, so this one came back as “${name}”.`);
    },
  });
  const remove = useChange({
    run: (view: SavedView) => api(deleteView, ofView(at.eventId, view)),
    onDone: (_, view) => {
      const isDefault = saved.defaultId === view.id;
      show(
        {
          views: saved.views.filter(({ id }) => id !== view.id),
          defaultId: isDefault ? null : saved.defaultId,
        },
        null,
      );
      notifyUndo({
        id: `view-${view.id}`,
        message: t`The view is deleted.`,
        undo: () => void restore.start(view),
      });
    },
  });
  const choose = useChange({
    run: (body: Parameters<typeof arrange>[1]) => arrange(at, body),
    onDone: (next) => {
      // What somebody has changed stays. An address that says nothing opens the first view, which may be another now.
      if (search.has('view') || !opened) client.setQueryData(key, next);
      else show(next, opened.id);
    },
  });
  return {
    isPending: save.isPending,
    save: (view: SavedView) => void save.start(view),
    reset: () => reset(),
    remove: (view: SavedView) => void remove.start(view),
    setDefault: (defaultId: number | null) => void choose.start({ defaultId }),
    /** Moves a view past the one before it or after it. Null at that end. */
    move: (view: SavedView, by: 1 | -1): (() => void) | null => {
      const ids = saved.views.map(({ id }) => id);
      const from = ids.indexOf(view.id);
      const other = ids[from + by];
      if (other === undefined) return null;
      return () => {
        ids[from + by] = view.id;
        ids[from] = other;
        void choose.start({ order: ids });
      };
    },
    /** Saves what the list shows as a new view, and answers it. `isFirst`: it opens with the list. Throws ApiError. */
    add: async (words: ViewWords, isFirst: boolean): Promise<void> => {
      const body = { list: at.list, ...words, ...shown() };
      const view = (await api(addView, { ...eventParams(at.eventId), body })).data;
      if (opened) forgetColumns(page.id);
      show(isFirst ? await arrange(at, { defaultId: view.id }) : withView(view), view.id);
    },
    /** Changes the name of a view and who sees it. What it keeps stays, and what the list shows. Throws ApiError. */
    rename: async (view: SavedView, words: ViewWords): Promise<void> => {
      try {
        client.setQueryData(key, withView(await update(at, view, words)));
      } catch (error) {
        void client.invalidateQueries({ queryKey: key });
        throw error;
      }
    },
    body: () => ({ list: at.list, ...shown() }),
  };
}

export type ViewActions = ReturnType<typeof useViewActions>;
