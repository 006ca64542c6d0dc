// The order of the folders, and the checks of the whole repository. import-rules.mjs checks each import with it.
import { dirname } from 'node:path';

/**
 * The domains of the server from left to right, and the nouns of each. A noun imports only nouns to its left. It
 * reaches nouns to its right by jobs. A domain without nouns is one folder.
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
    'storefront',
    'order-answers',
    'invoices',
    'refunds',
    'order-views',
    'email-corrections',
    'checkout',
    'offline-payments',
    'cancellations',
    'refund-requests',
    'resends',
    'holders',
    'lost-tickets',
    'self-service',
    'order-links',
    'own-tickets',
    'buyers',
    'invoice-details',
    'notes',
    'views',
    'reservations',
    'guests',
    'imports',
    'moves',
    'bulk',
    'event-changes',
  ],
  door: [
    'check-in-lists',
    'check-in-links',
    'movements',
    'check-in',
    'offline',
    'supervising',
    'door-sales',
    'scan-log',
    'inside',
    'live-door',
    'bulk-check-in',
  ],
  outreach: ['notifications', 'unsubscribing', 'messages', 'reminders', 'bounces'],
  insight: [
    'attention',
    'visits',
    'figures',
    'dashboard',
    'door-day',
    'timeline',
    'audit-log',
    'scheduled-exports',
    'reports',
    'digests',
  ],
  operations: ['verify', 'demo'],
};
export const DOMAINS = Object.keys(HOUSE);
/** Folders below the domains, from left to right. They import no domain. */
export const GROUND = ['config', 'db', 'payment-providers', 'platform'];
/** A folder with more files than this contains two nouns. */
export const CROWD = 15;

/**
 * Finds circular imports. Each circle appears once, as a list of files. Biome finds circles of values. Imports of
 * types also count here, because a reader follows them too. `graph` maps a file to the files that it imports.
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

/** Folders with more direct files than CROWD, as `[folder, count]`. */
export function findCrowds(paths) {
  const counts = new Map();
  for (const path of paths.filter(countsAsProduction))
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > CROWD);
}

/** Nouns of HOUSE, as folders, that contain none of these paths. */
export function findEmptyRooms(paths) {
  const nouns = DOMAINS.flatMap((domain) =>
    HOUSE[domain].length === 0
      ? [`server/${domain}`]
      : HOUSE[domain].map((noun) => `server/${domain}/${noun}`),
  );
  return nouns.filter((noun) => !paths.some((path) => path.startsWith(`${noun}/`)));
}
