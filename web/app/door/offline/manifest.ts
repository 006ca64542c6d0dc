import { getDoor } from '@entrada/contract/door/check-in';
import type { LoaderFunctionArgs } from 'react-router';
import { apiContext } from '../../platform/context.ts';

const DARK = '#151210';
const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${file}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** Lets somebody put one door on the home screen of a phone. It names no more than the page does before a PIN. */
export async function loader({ params, context }: LoaderFunctionArgs): Promise<Response> {
  const listShortId = params['listShortId'] ?? '';
  const { data } = await context.get(apiContext)(getDoor, { params: { listShortId } });
  const start = `/check-in/${listShortId}`;
  const manifest = {
    id: start,
    name: `${data.name} · ${data.event.title}`,
    short_name: data.name,
    start_url: start,
    scope: '/check-in/',
    display: 'standalone',
    background_color: DARK,
    theme_color: DARK,
    icons: [
      icon('door-192', 192, 'any'),
      icon('door-512', 512, 'any'),
      icon('door-maskable-512', 512, 'maskable'),
    ],
  };
  return Response.json(manifest, { headers: { 'content-type': 'application/manifest+json' } });
}
