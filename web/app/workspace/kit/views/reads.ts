import { listViews, type SavedViews } from '@entrada/contract/sales/views/saved';
import { useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { api } from '../../../platform/api/client.ts';
import { apiContext } from '../../../platform/context.ts';
import { eventParams } from '../data/event.ts';
import { keys } from '../data/keys.ts';
import { type ListSource, listRead, type ViewsAt } from '../list/view.ts';
import {
  type Answers,
  eventIdOf,
  type Read,
  readAll,
  readInBrowser,
  workspaceClient,
} from '../reading/reads.ts';
import { openedSearch } from './opened.ts';

/** The saved views of a list. */
export const viewsRead = ({ eventId, list }: ViewsAt): Read<SavedViews> => ({
  queryKey: keys.views(eventId, list),
  load: async (call, signal) =>
    (await call(listViews, { ...eventParams(eventId), query: { list } }, { signal })).data,
});

const noViews: Read<SavedViews> = {
  queryKey: ['no-views'],
  load: () => Promise.reject(new Error('This list has no views')),
};

/** The saved views of a list; undefined until they are read, and for a list without views. */
export function useSavedViews(at: ViewsAt | undefined): SavedViews | undefined {
  const { queryKey, load } = at ? viewsRead(at) : noViews;
  return useQuery({ queryKey, queryFn: ({ signal }) => load(api, signal), enabled: at !== undefined }).data;
}

type Viewed<Row, More> = (eventId: number) => ListSource<Row, More> & { views: ViewsAt };

/** The `loader` of a page whose list has saved views. They are read first, because the address may only name one. */
export const readViewedOnServer =
  <Row, More>(sourceOf: Viewed<Row, More>) =>
  async ({ context, params, request }: LoaderFunctionArgs): Promise<Answers> => {
    const call = context.get(apiContext);
    const search = new URL(request.url).searchParams;
    const source = sourceOf(eventIdOf({ params, search }));
    const views = await readAll(call, [viewsRead(source.views)]);
    const saved = views.reads[0]?.data as SavedViews | undefined;
    const list = await readAll(call, [listRead(source, openedSearch(search, saved))]);
    return { reads: [...views.reads, ...list.reads] };
  };

/** The `clientLoader` of such a page. It goes by the views that are known. */
export const readViewedInBrowser = <Row, More>(sourceOf: Viewed<Row, More>) =>
  readInBrowser((at) => {
    const source = sourceOf(eventIdOf(at));
    const views = viewsRead(source.views);
    const saved = workspaceClient()?.getQueryData<SavedViews>(views.queryKey);
    return [views, listRead(source, openedSearch(at.search, saved))];
  });
