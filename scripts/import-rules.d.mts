export const HOUSE: Record<string, string[]>;
export function checkFile(path: string, source: string): string[];
export function checkTree(root: string): string[];
export function findCircles(graph: Map<string, string[]>): string[][];
