import { securityRead } from '../../kit/identity/read.ts';
import type { ReadsOf } from '../../kit/reading/reads.ts';

export { securityRead };

export const reads: ReadsOf = () => [securityRead];
