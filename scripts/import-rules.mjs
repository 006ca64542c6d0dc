// Checks who may import whom, as ARCHITECTURE.md says. Needs nothing installed. Import cycles are biome's part.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A feature imports services of features to its left; to the right it speaks by job. */
const FEATURES = [
  'accounts',
  'organizers',
  'events',
  'catalog',
  'inventory',
  'attendees',
  'payments',
  'orders',
  'checkin',
  'messages',
  'reports',
  'lifecycle',
  'mailbox',
];
const PACKAGES = ['contract', 'documents', 'server', 'web'];
const MAY_USE = {
  contract: [],
  documents: ['contract'],
  server: ['contract', 'documents'],
  web: ['contract'],
};
/** Parts of the documents package that render nothing. */
const LIGHT_DOCUMENTS = ['@entrada/documents/types'];
/** What pure code may use from outside: parsing, hashes and signatures. */
const PURE_EXTERNALS = ['zod', 'node:crypto', 'node:buffer'];
/** The one file of a feature that server/verify reads: what an order's history may be. */
const STATE_MACHINE = 'server/orders/core/order-state.ts';
/** Shared by all features of the workspace, below which Mantine is allowed. */
const WORKSPACE_SHARED = ['ui', 'shell', 'list', 'palette'];

const RULE = {
  contract: 'contract imports zod and its own files only',
  packages: 'packages depend in one direction: contract <- documents <- server, contract <- web',
  byName: 'another package is imported by its name, not by a path',
  documents:
    'only platform/mailer, platform/documents, jobs.ts, mails.ts and render files import @entrada/documents',
  platform: 'server/platform knows no feature',
  left: `a feature imports only service.ts of features to its left (${FEATURES.join(', ')})`,
  routes: 'routes import service and policy only',
  queries: 'queries import core only',
  upward: 'nothing in a feature imports its routes',
  pure: 'core and policy are pure: they import contract, core of the same feature, and types of platform',
  testBank: 'server/test-bank imports platform and contract only',
  testBankUsers: 'only server/app.ts imports server/test-bank',
  stripe: 'server/stripe imports platform and contract only',
  stripeUsers: 'only server/app.ts imports server/stripe, and stripe itself is imported there only',
  verify:
    'server/verify imports platform and the order state machine only; only server/main.ts and tests import it',
  wiring: 'only wiring and tests import app.ts, features.ts, main.ts, worker.ts, seed and test tools',
  unknown: `every directory of server is platform, db, test, test-bank, stripe, verify or a feature (${FEATURES.join(', ')})`,
  webFeatures: 'a web feature imports platform, ui and contract, never another feature',
  webBase: 'web platform and ui know no feature',
  webUi: 'ui is presentational: it does not import the API client',
  barrel: 'no barrel files: import from the file itself',
};

const STATEMENTS = [
  /^[ \t]*(?:import|export)\s+(type\s)?[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^[ \t]*import\s+()['"]([^'"]+)['"]/gm,
  /\bimport\(\s*()['"]([^'"]+)['"]/g,
];

/** Imports of a source text as `{ specifier, isType }`. */
function importsOf(source) {
  return STATEMENTS.flatMap((pattern) =>
    [...source.matchAll(pattern)].map((match) => ({ specifier: match[2], isType: Boolean(match[1]) })),
  );
}

const isTest = (path) => /\.test\.tsx?$/.test(path);
const packageOf = (path) => PACKAGES.find((name) => path.startsWith(`${name}/`));

/** Path in the repository for a relative import, name for every other. */
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

/** What a file of the server is: `{ area, kind }`, area being a feature's name or one of platform, db, test... */
function serverPlace(path) {
  const parts = path.split('/').slice(1);
  if (parts.length === 1) return { area: parts[0] === 'config.ts' ? 'config' : 'wiring', kind: 'file' };
  const [area, ...inner] = parts;
  const name = inner.at(-1);
  if (area === 'test') return { area: 'wiring', kind: 'file' };
  if (area === 'db') return { area: inner[0]?.startsWith('seed') ? 'wiring' : 'db', kind: 'file' };
  if (inner[0] === 'core' && inner.length > 1) return { area, kind: 'core' };
  const kind = ['routes', 'service', 'queries', 'policy', 'jobs', 'factory'].find(
    (word) =>
      name === `${word}.ts` || name.endsWith(`-${word}.ts`) || (inner.length > 1 && inner[0] === word),
  );
  return { area, kind: kind ?? 'part' };
}

function checkWithinFeature(from, to) {
  if (from.kind === 'core' || from.kind === 'policy') return to.kind === 'core' ? undefined : RULE.pure;
  if (from.kind === 'routes')
    return ['queries', 'core', 'jobs', 'factory'].includes(to.kind) ? RULE.routes : undefined;
  if (to.kind === 'routes') return RULE.upward;
  if (from.kind === 'queries')
    return ['service', 'jobs', 'policy'].includes(to.kind) ? RULE.queries : undefined;
  return to.kind === 'factory' ? RULE.wiring : undefined;
}

function checkServerPath(from, target, isType) {
  const to = serverPlace(target);
  if (to.area === 'test-bank' && from.area !== 'test-bank') return RULE.testBankUsers;
  if (to.area === 'stripe' && from.area !== 'stripe') return RULE.stripeUsers;
  if (to.area === 'verify' && from.area !== 'verify') return RULE.verify;
  if (to.area === 'wiring') return RULE.wiring;
  if (from.area === 'verify')
    return ['verify', 'platform'].includes(to.area) || target === STATE_MACHINE ? undefined : RULE.verify;
  if (from.area === 'test-bank')
    return to.area === 'test-bank' || to.area === 'platform' ? undefined : RULE.testBank;
  if (from.area === 'stripe') return to.area === 'stripe' || to.area === 'platform' ? undefined : RULE.stripe;
  if (from.area === 'platform' || from.area === 'config' || from.area === 'db')
    return FEATURES.includes(to.area) ? RULE.platform : undefined;
  if (from.area === to.area) return checkWithinFeature(from, to);
  const isPure = from.kind === 'core' || from.kind === 'policy';
  if (isPure) return to.area === 'platform' && isType ? undefined : RULE.pure;
  if (!FEATURES.includes(to.area)) return undefined;
  const isLeft = FEATURES.indexOf(to.area) < FEATURES.indexOf(from.area);
  return isLeft && target === `server/${to.area}/service.ts` ? undefined : RULE.left;
}

function checkServer(path, target, isType) {
  const from = serverPlace(path);
  const isFree = from.area === 'wiring' || from.kind === 'factory';
  if (isFree) {
    const usesVerify = target.path?.startsWith('server/verify/');
    if (usesVerify && path !== 'server/main.ts' && !path.startsWith('server/test/')) return RULE.verify;
    // Even wiring takes the test bank in one place only; the tools of tests need it as well.
    const usesStripe = target.path?.startsWith('server/stripe/') && path !== 'server/app.ts';
    if (usesStripe && !path.startsWith('server/test/')) return RULE.stripeUsers;
    const usesBank = target.path?.startsWith('server/test-bank/');
    return usesBank && path !== 'server/app.ts' && !path.startsWith('server/test/')
      ? RULE.testBankUsers
      : undefined;
  }
  if (target.path !== undefined) return checkServerPath(from, target.path, isType);
  const name = target.name;
  if (name === 'stripe' && from.area !== 'stripe') return RULE.stripeUsers;
  if (/^@entrada\/documents(\/|$)/.test(name) && !LIGHT_DOCUMENTS.includes(name)) {
    const renders = from.kind === 'jobs' || /\/(render[^/]*|([^/]+-)?mails)(\.ts$|\/)/.test(path);
    return renders || /^server\/platform\/(mailer|documents\.ts$)/.test(path) ? undefined : RULE.documents;
  }
  if ((from.kind === 'core' || from.kind === 'policy') && FEATURES.includes(from.area))
    return name.startsWith('@entrada/') || PURE_EXTERNALS.includes(name) || isType ? undefined : RULE.pure;
  return undefined;
}

/** Area of a web file: platform, ui, root, or its feature; the workspace's parts are features of their own. */
function webArea(path) {
  const parts = path.split('/').slice(2);
  if (!path.startsWith('web/app/') || parts.length === 1) return 'root';
  if (parts[0] !== 'workspace') return parts[0];
  return parts.length === 2 || WORKSPACE_SHARED.includes(parts[1]) ? 'workspace' : `workspace/${parts[1]}`;
}

function checkWeb(path, target) {
  if (target.path === undefined || !target.path.startsWith('web/app/')) return undefined;
  const from = webArea(path);
  const to = webArea(target.path);
  if (from === 'root' || from === to || to === 'root') return undefined;
  if (from === 'ui' && /^web\/app\/platform\/api\b/.test(target.path)) return RULE.webUi;
  if (to === 'platform' || to === 'ui') return undefined;
  if (from === 'platform' || from === 'ui') return RULE.webBase;
  return to === 'workspace' && from.startsWith('workspace/') ? undefined : RULE.webFeatures;
}

function checkPlace(path) {
  const place = packageOf(path);
  const name = path.split('/').at(-1);
  const isBarrel = /^index\.tsx?$/.test(name) && place !== 'documents';
  if (isBarrel) return [`${path}: ${RULE.barrel}`];
  if (place !== 'server' || path.split('/').length === 2) return [];
  const { area } = serverPlace(path);
  const isKnown = ['platform', 'db', 'wiring', 'test-bank', 'stripe', 'verify', ...FEATURES].includes(area);
  return isKnown ? [] : [`${path}: ${RULE.unknown}`];
}

/** Problems of one file, given its path in the repository and its text. */
export function checkFile(path, source) {
  const place = packageOf(path);
  if (!place) return [];
  const problems = checkPlace(path);
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

function filesBelow(directory) {
  const skipped = new Set(['node_modules', 'build', '.react-router', 'locales', 'public', 'migrations']);
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    // `public` holds static files in web/ itself, and a feature in web/app/.
    const isSkipped = skipped.has(entry.name) && !path.split(sep).join('/').endsWith('web/app/public');
    if (entry.isDirectory()) return isSkipped ? [] : filesBelow(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

/** Problems of the whole repository below `root`. */
export function checkTree(root) {
  return PACKAGES.flatMap((name) => filesBelow(join(root, name))).flatMap((file) =>
    checkFile(relative(root, file).split(sep).join('/'), readFileSync(file, 'utf8')),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkTree(fileURLToPath(new URL('..', import.meta.url)));
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0 ? 'Import rules are kept' : `${problems.length} imports against the rules`,
  );
  process.exit(problems.length === 0 ? 0 : 1);
}
