import { type ComponentType, lazy } from 'react';
import { withWords } from '../../platform/i18n/catalogues.ts';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { latePart } from '../kit/late/part.tsx';
import type { SectionProps } from './section-props.ts';
import type { Tab } from './tabs.ts';

export type Section = ComponentType<SectionProps>;
type LoadSection = () => Promise<Section>;

/** Stands where a tab will show. */
export const SectionPlace = () => <Skeleton height={320} />;

/**
 * A tab whose script loads when the tab is opened. The server renders it. If its script cannot be loaded, the tab says so
 * and offers another try, and what was typed on other tabs stays.
 */
const lateSection = (load: LoadSection) =>
  lazy(async () => ({
    default: await withWords(load()).catch(() => latePart(load, { Place: SectionPlace })),
  }));

const loads = {
  location: async () => (await import('./sections/location.tsx')).LocationSection,
  checkout: async () => (await import('./sections/checkout.tsx')).CheckoutSection,
  payment: async () => (await import('./sections/payment.tsx')).PaymentSection,
  email: async () => (await import('./sections/email.tsx')).EmailSection,
  seo: async () => (await import('./sections/seo.tsx')).SeoSection,
  other: async () => (await import('./sections/other.tsx')).OtherSection,
} as const satisfies Record<Exclude<Tab, 'details'>, LoadSection>;

/** All tabs but the first, which the page brings with it. */
export const lateSections = {
  location: lateSection(loads.location),
  checkout: lateSection(loads.checkout),
  payment: lateSection(loads.payment),
  email: lateSection(loads.email),
  seo: lateSection(loads.seo),
  other: lateSection(loads.other),
} as const satisfies Record<keyof typeof loads, Section>;

/** Loads a tab before it is opened. */
export function loadAhead(tab: Tab): void {
  if (tab !== 'details') void loads[tab]().catch(() => undefined);
}
