import { PICKER_ROOT, WIDGET_ROOT } from './public/picker/root.ts';

// An event page has one interactive part, and only that part is started. The router runs all other pages.
const island = document.getElementById(PICKER_ROOT) ?? document.getElementById(WIDGET_ROOT);
if (island) void import('./public/picker/island.tsx');
else void import('./hydrate-app.tsx');
