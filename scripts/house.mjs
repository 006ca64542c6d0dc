// The order of the house, and what is asked of it as a whole. import-rules.mjs checks each import against it.
import { dirname } from 'node:path';

/**
 * The domains of the server from left to right, and the nouns of each. A noun imports what stands to its left; to the
 * right it speaks by job. A domain without nouns is one folder.
 */
export const HOUSE = {
  accounts: [],
  catalog: [
    'organizers',
    'events',
    'designs',
    'images',
    'lifecycle',
    'taxes-and-fees',
    'inventory',
    'tickets',
    'questions',
    'promo-codes',
    'affiliates',
    'capacity-assignments',
    'shop',
  ],
  sales: [
    'attendees',
    'webhook-inbox',
    'payment-connections',
    'payments',
    'orders',
    'order-answers',
    'refunds',
    'order-views',
    'checkout',
    'offline-payments',
    'reservations',
  ],
  door: ['check-in-lists', 'check-in'],
  insight: ['dashboard'],
  operations: ['verify', 'demo'],
};
export const DOMAINS = Object.keys(HOUSE);
/** What stands below the domains and knows none of them, from left to right. */
export const GROUND = ['config', 'db', 'payment-providers', 'platform'];
/** More files than this in one folder are two nouns. */
export const CROWD = 15;

/**
 * Circles of imports, each once, as a list of files. Biome sees those of values; imports of types alone count here too,
 * because a reader follows them as well. `graph` maps a file to the files that it imports.
 */
export function findCircles(graph) {
  const circles = [];
  const state = new Map();
  const stack = [];
  const visit = (file) => {
    state.set(file, 'open');
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (state.get(next) === 'open') circles.push([...stack.slice(stack.indexOf(next)), next]);
      else if (!state.has(next)) visit(next);
    }
    stack.pop();
    state.set(file, 'done');
  };
  for (const file of graph.keys()) if (!state.has(file)) visit(file);
  return circles;
}

/** Test tools, factories, generated files and migrations do not count. */
const countsAsProduction = (path) =>
  !/\.test\.tsx?$/.test(path) &&
  !/(^|[/-])(factory|fixture)\.ts$/.test(path) &&
  !/^(server|contract)\/test\//.test(path);

/** Folders with more files of their own than CROWD, as `[folder, count]`. */
export function findCrowds(paths) {
  const counts = new Map();
  for (const path of paths.filter(countsAsProduction))
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > CROWD);
}

/** Nouns of HOUSE, as folders, that none of these paths stands in. */
export function findEmptyRooms(paths) {
  const nouns = DOMAINS.flatMap((domain) =>
    HOUSE[domain].length === 0
      ? [`server/${domain}`]
      : HOUSE[domain].map((noun) => `server/${domain}/${noun}`),
  );
  return nouns.filter((noun) => !paths.some((path) => path.startsWith(`${noun}/`)));
}
