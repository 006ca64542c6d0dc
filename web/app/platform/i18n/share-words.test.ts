import { expect, it } from 'vitest';
import { plainText, shareWords } from './share-words.ts';

const event = {
  title: 'Marea',
  description: '<h2>Sea &amp; salt</h2><p>Three days <strong>by the</strong> water.</p>',
  startsAt: '2027-06-11T16:00:00.000Z',
  endsAt: null,
  timezone: 'Europe/Madrid',
  venueName: 'La Marina',
  city: 'València',
  seoTitle: '',
  seoDescription: '',
};

it('takes the organizer’s words first, then the description, then the facts', () => {
  expect(shareWords(event, 'en')).toEqual({
    title: 'Marea',
    description: 'Sea & salt Three days by the water.',
  });
  const own = { ...event, seoTitle: 'Marea 2027', seoDescription: 'Tickets for Marea' };
  expect(shareWords(own, 'en')).toEqual({ title: 'Marea 2027', description: 'Tickets for Marea' });
  expect(shareWords({ ...event, description: '' }, 'en').description).toMatch(/11 June 2027|June 11, 2027/);
  expect(shareWords({ ...event, description: '' }, 'en').description).toMatch(/ · La Marina$/);
});

it('cuts at a word', () => {
  expect(plainText('<p>one two three four</p>', 12)).toBe('one two…');
  expect(plainText('<p>pneumonoultramicroscopic</p>', 12)).toBe('pneumonoult…');
  expect(plainText('<p>one two</p>', 7)).toBe('one two');
});
