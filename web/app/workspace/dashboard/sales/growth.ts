import type { EventDetail } from '@entrada/contract/catalog/events';

/**
 * Whether the last days are compared with those before, below a figure of all time. The days count every order that was
 * completed on them, and the figure only those that stand: where none stands, or none is to come, growth would contradict it.
 */
export const hasGrowth = ({ calledOffAt }: Pick<EventDetail, 'calledOffAt'>, figure: number): boolean =>
  calledOffAt === null && figure > 0;
