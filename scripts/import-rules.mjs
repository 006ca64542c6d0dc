// Checks which file may import which, and that a folder is one noun (ARCHITECTURE.md). It needs no installed
// packages.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CROWD, DOMAINS, findCircles, findCrowds, findEmptyRooms, GROUND, HOUSE } from './house.mjs';

const PACKAGES = ['contract', 'documents', 'server', 'web'];
const MAY_USE = {
  contract: [],
  documents: ['contract'],
  server: ['contract', 'documents'],
  web: ['contract'],
};
/** Parts of the documents package that render nothing. */
const LIGHT_DOCUMENTS = ['@entrada/documents/types', '@entrada/documents/test/pdf-text'];
/** The packages and Node modules that pure code may use: parsing, hashes and signatures. */
const PURE_EXTERNALS = ['zod', 'node:crypto', 'node:buffer'];
/** The only domain file that operations/verify may import: the allowed steps of an order. */
const STATE_MACHINE = 'server/sales/orders/core/order-state.ts';
const PORT = 'server/payment-providers/port.ts';
/** Folders of the web app that may import platform and ui, but not each other. */
const WEB_AREAS = ['public', 'checkout', 'door', 'auth', 'mailbox', 'workspace'];

const RULE = {
  contract: 'contract imports zod and its own files only',
  packages: 'packages depend in one direction: contract <- documents <- server, contract <- web',
  byName: 'another package is imported by its name, not by a path',
  documents:
    'only platform/workers/tasks.ts and platform/documents import @entrada/documents: nothing is drawn on the event loop',
  ground: `${GROUND.join(', ')} know no domain, and each only those before it`,
  left: `a noun imports service, queries and core of nouns to its left (${DOMAINS.join(', ')}; within a domain as HOUSE lists them)`,
  outer: 'routes, jobs and mails are the outer layer: only features.ts imports them',
  routes: 'routes import services only',
  queries: 'queries import queries and core only',
  pure: 'core is pure: it imports contract, core, and types of platform',
  providers: 'a payment provider imports the port, db, config and contract only',
  providerUsers:
    'only server/app.ts imports a payment provider, and the stripe package is used by stripe only',
  verify:
    'operations/verify imports platform, db and the order state machine only; only server/main.ts and tests import it',
  wiring: 'only wiring and tests import app.ts, features.ts, main.ts, factories, demo data and test tools',
  unknown: 'the folder is not in the house: name it in HOUSE of scripts/house.mjs',
  missing: 'HOUSE of scripts/house.mjs names a folder that does not exist',
  webAreas: 'public, checkout, door, auth, mailbox and workspace import platform, ui and contract only',
  webNouns: 'a noun of the workspace imports kit, never another noun',
  webKit: 'workspace/kit knows no noun',
  webBase: 'web platform and ui know no other part of the app',
  webUi: 'ui is presentational: it does not import the API client',
  sql: 'the SQL of a noun stands in its queries files',
  barrel: 'no barrel files: import from the file itself',
  circle: 'imports that run in a circle, types included',
  crowd: `more than ${CROWD} files of its own: two nouns in one room`,
  repeats: 'the name repeats its folder',
};

const STATEMENTS = [
  /^[ \t]*(?:import|export)\s+(type\s)?[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^[ \t]*import\s+()['"]([^'"]+)['"]/gm,
  /\bimport\(\s*()['"]([^'"]+)['"]/g,
];

/** The imports of a source text as `{ specifier, isType }`. */
function importsOf(source) {
  return STATEMENTS.flatMap((pattern) =>
    [...source.matchAll(pattern)].map((match) => ({ specifier: match[2], isType: Boolean(match[1]) })),
  );
}

const isTest = (path) => /\.test\.tsx?$/.test(path);
const packageOf = (path) => PACKAGES.find((name) => path.startsWith(`${name}/`));

/** `{ path }` in the repository for an import of our own code, `{ name }` for any other import. */
function resolveImport(path, specifier) {
  if (!specifier.startsWith('.')) return { name: specifier };
  return {
    path: normalize(join(dirname(path), specifier))
      .split(sep)
      .join('/'),
  };
}

function checkPackages(path, target) {
  const own = packageOf(path);
  if (target.path !== undefined) {
    const other = packageOf(target.path);
    if (!other || other === own) return undefined;
    return MAY_USE[own].includes(other) ? RULE.byName : RULE.packages;
  }
  const other = /^@entrada\/([a-z]+)/.exec(target.name)?.[1];
  if (!other || other === own) return undefined;
  return MAY_USE[own].includes(other) ? undefined : RULE.packages;
}

function checkContract(target) {
  return target.path !== undefined || target.name === 'zod' ? undefined : RULE.contract;
}

const KINDS = ['routes', 'queries', 'jobs', 'mails', 'factory', 'fixture'];
const OUTER = ['routes', 'jobs', 'mails'];

/**
 * The place of a server file. `area` is wiring, a name of GROUND or a domain. `noun` is its folder in a domain.
 * `kind` is its role. A file with any other name is a service.
 */
function serverPlace(path) {
  const [area, ...inner] = path.split('/').slice(1);
  const name = inner.at(-1);
  if (name === undefined || area === 'test') return { area: 'wiring', noun: '', kind: 'service' };
  const noun = HOUSE[area]?.length ? inner[0] : '';
  if (inner.slice(0, -1).includes('core')) return { area, noun, kind: 'core' };
  const kind = KINDS.find((word) => name === `${word}.ts` || name.endsWith(`-${word}.ts`));
  return { area, noun, kind: kind ?? 'service' };
}

const isKnown = ({ area, noun }) =>
  area === 'wiring' ||
  GROUND.includes(area) ||
  (DOMAINS.includes(area) && (HOUSE[area].length === 0 || HOUSE[area].includes(noun)));

/** Wiring is free of the order: it connects everything, or builds data for tests and the demo. */
const isWiring = ({ area, noun, kind }) =>
  area === 'wiring' || kind === 'factory' || kind === 'fixture' || (area === 'operations' && noun === 'demo');

/** A smaller rank is further to the left. */
const rank = ({ area, noun }) => DOMAINS.indexOf(area) * 100 + HOUSE[area].indexOf(noun);

function checkKinds(from, to, isType) {
  if (from.kind === 'core') return to.kind === 'core' || isType ? undefined : RULE.pure;
  if (from.kind === 'routes') return to.kind === 'service' || isType ? undefined : RULE.routes;
  if (from.kind === 'queries')
    return ['queries', 'core'].includes(to.kind) || isType ? undefined : RULE.queries;
  return undefined;
}

function checkDomains(from, to, isType) {
  if (OUTER.includes(to.kind)) return RULE.outer;
  const isSameNoun = from.area === to.area && from.noun === to.noun;
  if (!isSameNoun && rank(to) > rank(from)) {
    const mayLookRight = OUTER.includes(from.kind) && from.area === to.area && to.kind !== 'factory';
    if (!mayLookRight) return RULE.left;
  }
  return checkKinds(from, to, isType);
}

function checkGround(from, to, path, target) {
  if (DOMAINS.includes(to.area)) return RULE.ground;
  const isProvider = from.area === 'payment-providers' && path !== PORT;
  if (isProvider && to.area === 'payment-providers') {
    const [own, other] = [path, target].map((file) => file.split('/')[2]);
    return own === other || target === PORT ? undefined : RULE.providers;
  }
  return GROUND.indexOf(to.area) > GROUND.indexOf(from.area) ? RULE.ground : undefined;
}

function checkServerPath(path, target, isType) {
  const from = serverPlace(path);
  const to = serverPlace(target);
  if (isWiring(to)) return RULE.wiring;
  const usesProvider = to.area === 'payment-providers' && target !== PORT;
  if (usesProvider && from.area !== 'payment-providers') return RULE.providerUsers;
  if (GROUND.includes(from.area)) return checkGround(from, to, path, target);
  const isVerify = (place) => place.area === 'operations' && place.noun === 'verify';
  if (isVerify(from)) {
    const isAllowed = isVerify(to) || ['platform', 'db', 'config'].includes(to.area);
    return isAllowed || target === STATE_MACHINE ? undefined : RULE.verify;
  }
  if (isVerify(to)) return RULE.verify;
  if (DOMAINS.includes(to.area)) return checkDomains(from, to, isType);
  return from.kind === 'core' && !isType ? RULE.pure : undefined;
}

/** Imports that are limited even for wiring: only one place may import a payment provider or verify. */
function checkWiring(path, target) {
  const isTool = path.startsWith('server/test/') || path.startsWith('server/operations/demo/');
  const isProvider = target.path?.startsWith('server/payment-providers/') && target.path !== PORT;
  if (isProvider && path !== 'server/app.ts' && !isTool) return RULE.providerUsers;
  const isVerify = target.path?.startsWith('server/operations/verify/');
  return isVerify && path !== 'server/main.ts' && !isTool ? RULE.verify : undefined;
}

function checkServer(path, target, isType) {
  const from = serverPlace(path);
  if (isWiring(from)) return checkWiring(path, target);
  if (target.path !== undefined) return checkServerPath(path, target.path, isType);
  const name = target.name;
  if (name === 'stripe' && !path.startsWith('server/payment-providers/stripe/')) return RULE.providerUsers;
  if (/^@entrada\/documents(\/|$)/.test(name) && !LIGHT_DOCUMENTS.includes(name)) {
    return /^server\/platform\/(workers\/tasks\.ts$|documents\/)/.test(path) ? undefined : RULE.documents;
  }
  if (from.kind === 'core')
    return name.startsWith('@entrada/') || PURE_EXTERNALS.includes(name) || isType ? undefined : RULE.pure;
  return undefined;
}

/**
 * The place of a web file. `area` is platform, ui, root, or one of WEB_AREAS. `noun` is its folder in the
 * workspace.
 */
function webPlace(path) {
  const parts = path.split('/').slice(2);
  if (!path.startsWith('web/app/') || parts.length === 1) return { area: 'root' };
  const [area, noun] = parts;
  return { area, noun: area === 'workspace' && parts.length > 2 ? noun : undefined };
}

function checkWeb(path, target) {
  if (target.path === undefined || !target.path.startsWith('web/app/')) return undefined;
  const from = webPlace(path);
  const to = webPlace(target.path);
  if (from.area === 'root' || to.area === 'root') return undefined;
  if (from.area === 'ui' && /^web\/app\/platform\/api\/client\b/.test(target.path)) return RULE.webUi;
  if (from.area === 'workspace' && to.area === 'workspace') {
    if (from.noun === to.noun || from.noun === undefined || to.noun === 'kit') return undefined;
    return from.noun === 'kit' ? RULE.webKit : RULE.webNouns;
  }
  if (from.area === to.area || to.area === 'platform' || to.area === 'ui') return undefined;
  return from.area === 'platform' || from.area === 'ui' ? RULE.webBase : RULE.webAreas;
}

const BUILDS_SQL = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql[<`]/;

/**
 * SQL is allowed outside of the nouns, in their queries, and in files that wire, verify or build data for tests.
 */
function mayHoldSql(path) {
  const { area, kind, ...place } = serverPlace(path);
  return (
    !DOMAINS.includes(area) ||
    area === 'operations' ||
    kind === 'queries' ||
    isWiring({ area, kind, ...place })
  );
}

function checkPlace(path) {
  const place = packageOf(path);
  const name = path.split('/').at(-1);
  const problems = [];
  if (/^index\.tsx?$/.test(name) && place !== 'documents') problems.push(RULE.barrel);
  if (place === 'server' && !isKnown(serverPlace(path))) problems.push(RULE.unknown);
  if (place === 'web' && path.startsWith('web/app/')) {
    const { area } = webPlace(path);
    if (!['root', 'platform', 'ui', ...WEB_AREAS].includes(area)) problems.push(RULE.unknown);
  }
  const folder = dirname(path).split('/').at(-1);
  const singular = folder.endsWith('s') && folder.length > 4 ? folder.slice(0, -1) : folder;
  if (name.startsWith(`${folder}-`) || name.startsWith(`${singular}-`)) problems.push(RULE.repeats);
  return problems.map((problem) => `${path}: ${problem}`);
}

/** The problems of one file, by its path in the repository and its text. */
export function checkFile(path, source) {
  const place = packageOf(path);
  if (!place) return [];
  const problems = isTest(path) ? [] : checkPlace(path);
  if (place === 'server' && !isTest(path) && !mayHoldSql(path) && BUILDS_SQL.test(source))
    problems.push(`${path}: ${RULE.sql}`);
  for (const { specifier, isType } of importsOf(source)) {
    const target = resolveImport(path, specifier);
    let rule = checkPackages(path, target);
    if (!rule && !isTest(path)) {
      if (place === 'contract') rule = checkContract(target);
      if (place === 'server') rule = checkServer(path, target, isType);
      if (place === 'web') rule = checkWeb(path, target);
    }
    if (rule) problems.push(`${path} imports "${specifier}": ${rule}`);
  }
  return [...new Set(problems)];
}

function checkCircles(sources) {
  const graph = new Map();
  for (const [path, source] of sources) {
    const targets = importsOf(source).map(({ specifier }) => resolveImport(path, specifier).path);
    graph.set(
      path,
      targets.filter((target) => target !== undefined && sources.has(target)),
    );
  }
  return findCircles(graph).map((circle) => `${circle.join(' -> ')}: ${RULE.circle}`);
}

function filesBelow(directory) {
  const skipped = new Set(['node_modules', 'build', '.react-router', 'locales', 'public', 'migrations']);
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    // `public` is a folder of static files in web/ itself, and a part of the app in web/app/.
    const isSkipped = skipped.has(entry.name) && !path.split(sep).join('/').endsWith('web/app/public');
    if (entry.isDirectory()) return isSkipped ? [] : filesBelow(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

/** The problems of the whole repository below `root`. */
export function checkTree(root) {
  const sources = new Map(
    PACKAGES.flatMap((name) => filesBelow(join(root, name))).map((file) => [
      relative(root, file).split(sep).join('/'),
      readFileSync(file, 'utf8'),
    ]),
  );
  const paths = [...sources.keys()];
  return [
    ...[...sources].flatMap(([path, source]) => checkFile(path, source)),
    ...checkCircles(sources),
    ...findCrowds(paths).map(([folder, count]) => `${folder} has ${count} files: ${RULE.crowd}`),
    ...findEmptyRooms(paths).map((noun) => `${noun}: ${RULE.missing}`),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkTree(fileURLToPath(new URL('..', import.meta.url)));
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0 ? 'Import rules are kept' : `${problems.length} things against the rules`,
  );
  process.exit(problems.length === 0 ? 0 : 1);
}
