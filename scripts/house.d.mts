export const HOUSE: Record<string, string[]>;
export function findCircles(graph: Map<string, string[]>): string[][];
