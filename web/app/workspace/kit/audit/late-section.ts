import { latePart } from '../late/part.tsx';

/** `HistorySection` at the end of a long page, so that the page itself loads less. */
export const LateHistorySection = latePart(async () => (await import('./section.tsx')).HistorySection, {
  Place: () => null,
});
