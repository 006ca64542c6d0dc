import type { JobRef } from '../../platform/jobs/job.ts';

/** Removes folders of the file store by their keys. */
export const REMOVE_FILES: JobRef<{ fileKeys: string[] }> = { name: 'remove_files' };
