import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowLeft, IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { dropDetails } from '../../platform/details-draft.ts';
import { OrganizerTheme } from '../../ui/brand/organizer-theme.tsx';
import { PolicyWords } from '../../ui/policy/words.tsx';
import { PublicFooter } from '../../ui/public-footer.tsx';
import { Clock } from './clock.tsx';
import styles from './frame.module.css';
import { OrderSummary, SummaryDisclosure } from './order-summary.tsx';

type FrameProps = {
  order: BuyerOrder;
  step: 'details' | 'payment' | 'summary';
  title: string;
  /** The order summary beside the form; the summary page has more content below it. */
  aside?: ReactNode;
  children: ReactNode;
};

/** One step of the checkout: event, steps and time left at the top, then the form with the order beside it. */
export function CheckoutFrame({ order, step, title, aside, children }: FrameProps) {
  const isOpen = order.secondsLeft !== null && step !== 'summary';
  const main = useArrival();
  useEffect(() => {
    // From here on the order itself has the details.
    if (step !== 'details') dropDetails();
  }, [step]);
  return (
    <OrganizerTheme colors={order.event.colors} className={styles.page}>
      <title>{`${title} · ${order.event.title}`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <header className={styles.header}>
        <div className={styles.inner}>
          <Link to={order.event.path} className={styles.back}>
            <IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />
            <span className={styles.event}>
              <b>{order.event.title}</b>
              <small className="num">
                <StepOf order={order} step={step} />
              </small>
            </span>
          </Link>
          <Steps order={order} step={step} />
          <div className={styles.clock}>{isOpen && <Clock order={order} />}</div>
        </div>
        {!isOpen && <div className={styles.plain} />}
      </header>
      {isOpen && <SummaryDisclosure order={order} />}
      <main className={styles.main} ref={main} tabIndex={-1}>
        <div className={styles.form}>
          {children}
          {isOpen && order.policy && order.policy.steps.length > 0 && (
            <section className={styles.policy}>
              <h2>
                <Trans>Cannot come?</Trans>
              </h2>
              <PolicyWords policy={order.policy} timezone={order.event.timezone} />
            </section>
          )}
        </div>
        <aside className={step === 'summary' ? styles.receipt : styles.aside}>
          {aside ?? <OrderSummary order={order} />}
        </aside>
      </main>
      <PublicFooter width={1080} />
    </OrganizerTheme>
  );
}

/**
 * After a step within the page, reading and the Tab key continue at the heading of the new step and not at the top of
 * the old one.
 */
function useArrival() {
  const { key } = useLocation();
  const hasCome = useRef(key !== 'default');
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!hasCome.current || document.activeElement !== document.body) return;
    const heading = main.current?.querySelector('h1');
    if (heading) heading.tabIndex = -1;
    (heading ?? main.current)?.focus({ preventScroll: true });
  }, []);
  return main;
}

const stepsOf = (order: BuyerOrder) =>
  order.total > 0 ? (['details', 'payment', 'summary'] as const) : (['details', 'summary'] as const);

function StepOf({ order, step }: Pick<FrameProps, 'order' | 'step'>) {
  const steps: readonly string[] = stepsOf(order);
  const at = steps.indexOf(step) + 1;
  const of = steps.length;
  return (
    <Trans>
      Step {at} of {of}
    </Trans>
  );
}

/** Where the buyer is in the order. */
export function Steps({ order, step }: Pick<FrameProps, 'order' | 'step'>) {
  const { t } = useLingui();
  const steps = stepsOf(order);
  const current = (steps as readonly string[]).indexOf(step);
  // An order of donations and support alone brings no tickets.
  const hasTickets = order.lines.some(({ admits }) => admits);
  const words = { details: t`Details`, payment: t`Payment`, summary: hasTickets ? t`Tickets` : t`Order` };
  return (
    <ol className={styles.steps} aria-label={t`Steps of the order`}>
      {steps.map((name, index) => (
        <li
          key={name}
          className={index < current ? styles.done : index === current ? styles.now : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          {index < current ? (
            <IconCheck size={16} stroke={2.25} aria-hidden="true" />
          ) : (
            <span className="num" aria-hidden="true">
              {index + 1}
            </span>
          )}
          {words[name]}
          {index < current && (
            <span className="visually-hidden">
              <Trans>done</Trans>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
