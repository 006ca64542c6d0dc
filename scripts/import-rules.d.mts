export function checkFile(path: string, source: string): string[];
export function checkTree(root: string): string[];
