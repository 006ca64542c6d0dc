import { lateDrawer } from '../../late/drawer.tsx';

/** Copies an event. Its script loads when it is opened. */
export const DuplicateDrawer = lateDrawer(async () => (await import('./drawer.tsx')).DuplicateDrawer);
