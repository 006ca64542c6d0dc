import { PICKER_ROOT, WIDGET_ROOT } from './public/picker/root.ts';

// An event page is text and links around one live part, which comes to life alone. Every other page is the router's.
const island = document.getElementById(PICKER_ROOT) ?? document.getElementById(WIDGET_ROOT);
if (island) void import('./public/picker/island.tsx');
else void import('./hydrate-app.tsx');
