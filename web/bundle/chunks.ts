import type { Plugin } from 'vite';
import { isBarrel, type UsersOfModule, usersOf } from './barrels.ts';

/** What the bundler tells about a module while it decides on chunks. */
type ModuleInfo = {
  importers: readonly string[];
  dynamicImporters: readonly string[];
  importedIds: readonly string[];
};
type Graph = { getModuleInfo: (id: string) => ModuleInfo | null };

const APP = /\/web\/app\/(.+)$/;

/** The file of a module, without what plugins append to its id. */
const fileOf = (id: string) => id.split('?')[0] ?? id;

/** What React Router appends to the file of a route. */
const ROUTE = /[?&](__react-router-build-client-route|route-chunk=)/;

/**
 * The part of the site that a module starts: the event page in the browser (`picker`), its styles (`event`), what
 * stands around every other page (`app`) or every page of the workspace (`workspace`), and each page and each piece
 * that loads later by itself. Null for all other modules.
 */
function partStartedBy(id: string, info: ModuleInfo | null): string | null {
  const path = APP.exec(fileOf(id))?.[1];
  if (path === undefined) return null;
  if (path === 'entry.client.tsx') return 'entry';
  if (path === 'public/picker/island.tsx') return 'picker';
  if (path === 'hydrate-app.tsx' || path === 'root.tsx') return 'app';
  const isRoute =
    ROUTE.test(id) ||
    info?.importers.some((importer) => ROUTE.test(importer) && fileOf(importer) === fileOf(id));
  const isLate = (info?.dynamicImporters.length ?? 0) > 0;
  if (!isRoute && !isLate) return null;
  if (isRoute && path.startsWith('public/event/')) return 'event';
  if (/^workspace\/[\w-]*layout\.tsx$/.test(path) || path === 'platform/routes/workspace-words.tsx')
    return 'workspace';
  return `${path.split('/')[0]}:${path}`;
}

/** Finds the parts of the site that need a module, along the static imports. */
function partFinder(): (id: string, graph: Graph) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  const barrels = new Map<string, UsersOfModule>();
  const usersThrough = (barrel: string, graph: Graph): UsersOfModule => {
    const users = barrels.get(barrel) ?? usersOf(barrel, graph.getModuleInfo(barrel)?.importers ?? []);
    barrels.set(barrel, users);
    return users;
  };
  return (id, graph) => {
    const before = known.get(id);
    if (before) return before;
    const found = new Set<string>();
    const seen = new Set([id]);
    for (const each of seen) {
      const info = graph.getModuleInfo(each);
      const part = partStartedBy(each, info);
      if (part) found.add(part);
      for (const importer of info?.importers ?? []) {
        if (!isBarrel(fileOf(importer))) seen.add(importer);
        else for (const user of usersThrough(fileOf(importer), graph)(fileOf(each))) seen.add(user);
      }
    }
    known.set(id, found);
    return found;
  };
}

const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|@lingui|use-sync-external-store)\/|\0(rolldown|vite)\//;
const ZOD = /node_modules\/zod\//;
const SCHEMAS = /\/contract\/endpoints\.ts$|\/kit\/form\/judge\.ts$/;
const PLAIN_CONTRACT = /^[^\0]+\/contract\/[\w/-]+\.ts$/;
/** Messages of errors that only a part of the site can get. */
const ERRORS = /\/(?:kit\/data\/error-messages|platform\/api\/errors\/([\w-]+))\.ts$/;
/** How a page follows a stream of changes, and the sound of a sale. It loads after the page. */
const LIVE = /\/app\/platform\/live\/|\/contract\/insight\/live\.ts$|\/kit\/live\/sale-sound\.ts$/;
/** How a file of guests is read: many words, which two pages need. */
const OF_IMPORTS = /\/contract\/sales\/imports\//;
/** A module that so many pages of the workspace need arrives with the first of them. */
const USUAL = 6;
/** Many pages that show data need it. */
const SEVERAL = 3;
const toPart = (file: string) => `workspace:workspace/${file}`;
/** The pages on which people arrive. */
const EVENTS = toPart('events/page.tsx');
const DASHBOARD = toPart('dashboard/page.tsx');
/** Pages that are a form and stay open after a save. */
const ORGANIZER = toPart('organizers/settings-page.tsx');
const SETTINGS = [toPart('event-settings/page.tsx'), ORGANIZER];
const WIDGET = toPart('widget/page.tsx');
const MESSAGES = toPart('messages/page.tsx');
/** What two pages of messages need and no other page, by the second of them. */
const WITH_MESSAGES = {
  messages: toPart('messages/reminders/page.tsx'),
  message: toPart('messages/detail-page.tsx'),
};
/** Pages that are a form. All other pages show data, and their forms load when they are opened. */
const FORM_PAGES = [
  ...SETTINGS,
  ...['designs', 'imports', 'widget'].map((noun) => toPart(`${noun}/page.tsx`)),
];
/** Pages of reports. They show figures as the dashboard does, and load nothing of the pages with a list. */
const REPORTS = ['page.tsx', 'account-page.tsx'].map((file) => toPart(`reports/${file}`));
/** Pages of the account and of the own profile. Few people open them, so no other page loads anything for them. */
const OF_ACCOUNT = /^workspace:workspace\/(account-settings|profile|team|my-accounts|audit-log|own-doors)\//;
/** What belongs to reports and the dashboard: their pages, and what those load late. */
const OF_FIGURES = /^workspace:workspace\/(reports|dashboard|kit\/(charts|period))\//;
/** Whether a part is a page that shows data. */
const showsData = (part: string) =>
  part.startsWith('workspace:') &&
  part.endsWith('page.tsx') &&
  !FORM_PAGES.includes(part) &&
  !OF_ACCOUNT.test(part) &&
  !REPORTS.includes(part);
/** What menus and dialogs need, which load after the page. */
const OVERLAYS = ['menus/panels.ts', 'late/dialogs.tsx', 'late/nav-drawer.tsx'].map((file) =>
  toPart(`kit/${file}`),
);
/** A field that chooses one of many, which loads after the page as well. Forms that load late have it at once. */
const SELECT = toPart('kit/menus/late-select.ts');
/** The fold with the history of a record: few lines for many pages, those with a form and those with data among them. */
const HISTORY = /\/kit\/audit\/section\.(tsx|module\.css)/;
/** What needs nothing else: symbols, and what shows a time or a heading. */
const SMALL = /\/(tabler-icons|icons-react)\/|\/kit\/(display\/|team\/|identity\/(read|use-ask))/;
/** Few lines that most pages of an event need. They must not bring the fields of forms along. */
const MAY_EDIT = /\/kit\/data\/use-may-edit\.ts$/;
const isPageOfAccount = (part: string) => OF_ACCOUNT.test(part) && /(page|layout)\.tsx$/.test(part);
const isPage = (part: string) =>
  (part.endsWith('page.tsx') && !OF_ACCOUNT.test(part)) || part === 'workspace';
/** What the first page of a visit to the workspace needs. */
const FIRST = ['workspace', EVENTS, DASHBOARD];

/**
 * Names the chunk of a module by the parts of the site that need it. Null leaves it to the bundler: the module stays
 * with the only page that needs it. A chunk imports only from those above it in this list:
 *
 * - `framework`: React and the words
 * - `base`: what an event page shares with other pages, and all styles of several parts: one file
 * - `picker`: what only event pages need
 * - `router`, `app`: what stands around every page but an event page
 * - `shared`: what pages of the workspace that show data need, and pages outside of it
 * - `fields`: what pages that are a form and pages outside of the workspace need
 * - `answers`: what forms that load late and pages outside of the workspace need
 * - `workspace`: what stands around every page of the workspace
 * - `rules`: what else of the contract only the workspace needs
 * - `contract`: all schemas, and the library that checks them. Only forms need it (bare-contract.ts)
 * - `pages`, `checkout`, `auth`: what several pages outside of the workspace need
 * - `event`: what is rendered on the server only
 * - `kit`: what the first pages of the workspace need, and what reports have in common with many pages
 * - `figures`, `report`: what reports and the dashboard have in common, and what else reports have in common
 * - `overlays`: menus, dialogs and lists of choices
 * - `inputs`: what pages that are a form have in common with those or with pages that show data
 * - `list`, `form`: what many pages of the workspace need: those that show data, and those that are a form
 * - `messages`, `message`: what the list of messages needs together with the reminders, and with one message
 * - `settings`, `organizer`: what the settings of events and of organizers need, and what else those of organizers need
 * - `account`: small things that pages of the account share with each other or with few others
 * - `profile`, `team` …: what pages of such a noun share with their forms
 * - `live`: how pages of the workspace and the door follow a stream of changes
 * - `errors-…`: messages of errors that load with the first error
 * - `drawer`: what forms need that load when they are opened
 * - `audit`: the fold with the history of a record
 */
function chunkNamer(): (id: string, graph: Graph) => string | null {
  const partsOf = partFinder();
  return (id, graph) => {
    if (FRAMEWORK.test(id)) return 'framework';
    const imported = graph.getModuleInfo(id)?.importedIds ?? [];
    if ([id, ...imported].some((each) => ZOD.test(each)) || SCHEMAS.test(id)) return 'contract';
    const errors = ERRORS.exec(id);
    if (errors) return `errors-${errors[1] ?? 'workspace'}`;
    if (LIVE.test(id)) return 'live';
    if (/\.po($|\?)/.test(id) || partStartedBy(id, graph.getModuleInfo(id))) return null;
    const parts = partsOf(id, graph);
    const areas = new Set([...parts].map((part) => part.split(':')[0] ?? part));
    const isStyle = /\.css($|\?)/.test(id);
    if (isStyle && (areas.size > 1 || ['app', 'picker', 'event'].some((area) => areas.has(area))))
      return 'base';
    if (areas.has('picker'))
      return [...areas].every((area) => area === 'picker' || area === 'event') ? 'picker' : 'base';
    if (areas.has('app')) return id.includes('/node_modules/') ? 'router' : 'app';
    const isInside = areas.has('workspace');
    const isFirst = FIRST.some((part) => parts.has(part));
    const showing = [...parts].filter(showsData).length;
    const isOfReports = REPORTS.some((page) => parts.has(page));
    if (areas.size > 1) {
      if (!isInside) return 'pages';
      if (isFirst || showing > 1 || (showing > 0 && id.includes('/node_modules/'))) return 'shared';
      if (showing > 0 || isOfReports) return null;
      return FORM_PAGES.some((page) => parts.has(page)) ? 'fields' : 'answers';
    }
    if (parts.has('workspace')) return 'workspace';
    if (HISTORY.test(id)) return 'audit';
    if (MAY_EDIT.test(id)) return 'kit';
    const nouns = new Set([...parts].map((part) => OF_ACCOUNT.exec(part)?.[1]));
    const [noun] = nouns;
    if (parts.size > 1 && nouns.size === 1 && noun) return [...parts].some(isPageOfAccount) ? noun : null;
    // The schemas import it, and forms import the schemas.
    if (isInside && PLAIN_CONTRACT.test(id) && !OF_IMPORTS.test(id))
      return isOfReports ? 'workspace' : 'rules';
    if (isInside) {
      const isOfForms = FORM_PAGES.some((page) => parts.has(page));
      if (OVERLAYS.some((part) => parts.has(part))) {
        if (parts.has(EVENTS) || parts.has(DASHBOARD)) return 'kit';
        return isOfForms ? 'inputs' : 'overlays';
      }
      if (parts.has(SELECT) && ![...parts].some(isPage)) return 'overlays';
      if (parts.has(EVENTS) && parts.has(DASHBOARD)) return 'kit';
      if (isOfReports) {
        if (showing >= SEVERAL) return 'kit';
        if (parts.size === 1) return null;
        if ([...parts].every((part) => OF_FIGURES.test(part)))
          return parts.has(DASHBOARD) ? 'figures' : 'report';
        return id.includes('/workspace/kit/') ? 'kit' : null;
      }
      const isOfAccount = [...parts].some((part) => isPageOfAccount(part));
      if (showing >= SEVERAL && !parts.has(DASHBOARD))
        return isOfForms ? 'inputs' : isOfAccount ? 'kit' : 'list';
      const isOfMessages = showing === 2 && parts.has(MESSAGES);
      for (const [name, page] of Object.entries(WITH_MESSAGES))
        if (isOfMessages && parts.has(page)) return name;
      if (showing === 0 && parts.has(WIDGET) && SETTINGS.some((page) => parts.has(page))) return 'form';
      if (showing === 0 && SETTINGS.every((page) => parts.has(page))) return 'settings';
      if (showing === 0 && parts.size > 1 && parts.size < USUAL && parts.has(ORGANIZER)) return 'organizer';
      if (isOfAccount && parts.size > 1 && SMALL.test(id)) return 'account';
      // One page alone must not load all forms for it.
      if (parts.size < USUAL) return null;
      if (showing > 0) return isOfForms ? 'inputs' : null;
      if ([...parts].some(isPage)) return 'form';
      return isOfAccount ? 'account' : 'drawer';
    }
    const [area = ''] = areas;
    return parts.size > 1 || area === 'event' ? area : null;
  };
}

/** Sorts the browser's modules into few chunks, so that a page needs few requests and nothing of other pages. */
export function chunksByPart(): Plugin {
  return {
    name: 'chunks-by-part',
    apply: 'build',
    enforce: 'post',
    configEnvironment: (name) =>
      name === 'client'
        ? {
            build: {
              rolldownOptions: {
                // A page's file may export what another file takes from it.
                preserveEntrySignatures: 'allow-extension',
                output: {
                  codeSplitting: {
                    groups: [
                      { name: chunkNamer(), debugName: 'parts', includeDependenciesRecursively: false },
                    ],
                  },
                },
              },
            },
          }
        : undefined,
  };
}
