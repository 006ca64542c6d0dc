import { z } from 'zod';
import type { FileStore } from '../platform/files.ts';
import { defineJob, type Job, type JobRef } from '../platform/jobs.ts';

export const REMOVE_FILES: JobRef<{ fileKeys: string[] }> = { name: 'remove_files' };

/** Removes folders of the file store that nothing refers to any more. One that is gone already is no failure. */
export function lifecycleJobs({ files }: { files: FileStore }): Job[] {
  return [
    defineJob({
      name: REMOVE_FILES.name,
      payload: z.object({ fileKeys: z.array(z.string().regex(/^[0-9a-f]{32}$/)) }),
      handler: async (_, { fileKeys }) => {
        for (const key of fileKeys) await files.removeAll(key);
      },
    }),
  ];
}
