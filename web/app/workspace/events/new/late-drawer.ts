import { lateDrawer } from '../../kit/late/drawer.tsx';

/** The drawer that creates an event. Its script loads when it is opened. */
export const NewEventDrawer = lateDrawer(async () => (await import('./drawer.tsx')).NewEventDrawer);
