import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import {
  IconAffiliate,
  IconArrowLeft,
  IconChartPie,
  IconCode,
  IconDiscount2,
  IconLayoutDashboard,
  IconMessageQuestion,
  IconPalette,
  IconQrcode,
  IconReceipt,
  IconReportAnalytics,
  IconRocket,
  IconSend,
  IconSettings,
  IconTicket,
  IconUsers,
} from '@tabler/icons-react';
import { checklistSteps, eventPath, useEvent } from '../data/event.ts';
import { useSession } from '../data/session.ts';
import { CoverThumb } from '../images/cover-thumb.tsx';
import { formatBriefDays } from './brief-days.ts';
import styles from './frame.module.css';
import { NavGroup, NavItem } from './nav-item.tsx';

/** The sidebar inside an event. */
export function EventNav() {
  const { i18n } = useLingui();
  const event = useEvent();
  const { may } = useSession();
  const steps = checklistSteps(event.checklist);
  const done = steps.filter((step) => step.isDone).length;
  const to = (page?: string) => eventPath(event.id, page);
  return (
    <>
      <NavGroup>
        <NavItem to="/manage/events" icon={IconArrowLeft} end>
          <Trans>All events</Trans>
        </NavItem>
      </NavGroup>
      <div className={styles.event}>
        <CoverThumb cover={event.cover} width={44} height={44} />
        <div className={styles.words}>
          <span className={styles.eventName}>{event.title}</span>
          <span className={styles.eventDays}>{formatBriefDays(event, i18n.locale)}</span>
        </div>
      </div>
      <NavGroup>
        <NavItem to={to()} icon={IconLayoutDashboard} end>
          <Trans>Dashboard</Trans>
        </NavItem>
        {done < steps.length && event.status !== 'archived' && !event.settings.hideGettingStarted && (
          <NavItem to={to('getting-started')} icon={IconRocket} count={`${done}/${steps.length}`}>
            <Trans>Getting started</Trans>
          </NavItem>
        )}
      </NavGroup>
      <NavGroup title={<Trans>Sales</Trans>}>
        <NavItem to={to('tickets')} icon={IconTicket}>
          <Trans>Tickets</Trans>
        </NavItem>
        <NavItem to={to('orders')} icon={IconReceipt}>
          <Trans>Orders</Trans>
        </NavItem>
        <NavItem to={to('promo-codes')} icon={IconDiscount2}>
          <Trans>Promo codes</Trans>
        </NavItem>
        <NavItem to={to('affiliates')} icon={IconAffiliate}>
          <Trans>Affiliates</Trans>
        </NavItem>
        <NavItem to={to('capacity-assignments')} icon={IconChartPie}>
          <Trans>Capacity</Trans>
        </NavItem>
        {may('orders.read') && (
          <NavItem to={to('reports')} icon={IconReportAnalytics}>
            <Trans>Reports</Trans>
          </NavItem>
        )}
      </NavGroup>
      <NavGroup title={<Trans>People</Trans>}>
        <NavItem to={to('attendees')} icon={IconUsers} others={/^\/manage\/event\/\d+\/guests/}>
          <Trans>Attendees</Trans>
        </NavItem>
        <NavItem to={to('questions')} icon={IconMessageQuestion}>
          <Trans>Questions</Trans>
        </NavItem>
        <NavItem to={to('messages')} icon={IconSend}>
          <Trans>Messages</Trans>
        </NavItem>
        <NavItem to={to('check-in')} icon={IconQrcode}>
          <Trans>Check-in</Trans>
        </NavItem>
      </NavGroup>
      <NavGroup title={<Trans>Page</Trans>}>
        <NavItem to={to('homepage-designer')} icon={IconPalette} ahead={false}>
          <Trans>Homepage designer</Trans>
        </NavItem>
        <NavItem to={to('widget')} icon={IconCode} ahead={false}>
          <Trans>Widget</Trans>
        </NavItem>
        <NavItem to={to('settings')} icon={IconSettings} others={/^\/manage\/event\/\d+\/call-off/}>
          <Trans>Settings</Trans>
        </NavItem>
      </NavGroup>
    </>
  );
}
