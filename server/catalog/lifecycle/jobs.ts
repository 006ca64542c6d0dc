import { z } from 'zod';
import type { FileStore } from '../../platform/files.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { REMOVE_FILES } from './job-refs.ts';

/** Removes unused folders of the file store. A folder that is already gone is no failure. */
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
