import {
  checkSlug,
  createOrganizer,
  getOrganizer,
  type Organizer,
  updateOrganizer,
} from '@entrada/contract/catalog/organizers';
import type { InputOf } from '@entrada/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api/client.ts';
import { keys } from '../kit/data/keys.ts';

export type NewOrganizerBody = InputOf<typeof createOrganizer>['body'];
export type OrganizerBody = InputOf<typeof updateOrganizer>['body'];

const params = (organizerId: number) => ({ params: { organizerId: String(organizerId) } });

export const loadOrganizer = async (organizerId: number): Promise<Organizer> =>
  (await api(getOrganizer, params(organizerId))).data;

export const saveOrganizer = async (organizerId: number, body: OrganizerBody): Promise<Organizer> =>
  (await api(updateOrganizer, { ...params(organizerId), body })).data;

export const addOrganizer = async (body: NewOrganizerBody): Promise<Organizer> =>
  (await api(createOrganizer, { body })).data;

/** Checks whether the address of an organizer is free. An empty address is not checked. */
export const useSlugCheck = (slug: string, organizerId: number | null) =>
  useQuery({
    queryKey: keys.slugCheck(slug, organizerId),
    enabled: slug !== '',
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const query = { slug, ...(organizerId !== null && { organizer_id: String(organizerId) }) };
      return (await api(checkSlug, { query }, { signal })).data;
    },
  });
