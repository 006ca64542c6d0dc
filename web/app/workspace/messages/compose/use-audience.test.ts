import type { Audience } from '@entrada/contract/outreach/audience';
import { expect, it } from 'vitest';
import { audienceList } from './use-audience.ts';

it('keeps who was left out by hand when the search or a filter changes', () => {
  let audience: Audience = { to: 'attendees', query: { query: 'ana' }, except: [4, 7] };
  const list = () =>
    audienceList(audience, (next) => {
      audience = next;
    });
  list().setFilter('ticket_id', 'in', '12');
  expect(audience).toMatchObject({ to: 'attendees', except: [4, 7] });
  expect(Object.keys(audience.query)).toHaveLength(2);
  list().clear();
  expect(audience).toEqual({ to: 'attendees', query: {}, except: [4, 7] });
});
