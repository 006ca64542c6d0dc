import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/**
 * All addresses of the site. A part with its own catalogue is in a layout that loads its messages
 * (platform/routes/*-words.tsx).
 */
export default [
  index('platform/routes/home.tsx'),
  route('locale', 'platform/routes/locale.ts'),

  // Public pages: events, organizers
  route('event', 'public/directory/page.tsx'),
  route('event/:eventId/:eventSlug?', 'public/event/page.tsx'),
  route('e/:eventId/:eventSlug?', 'public/event/page.tsx', { id: 'public/event-page-compact' }),
  route(':organizerSlug', 'public/organizer/page.tsx'),
  route(':organizerSlug/event/:eventId/:eventSlug?', 'public/event/page.tsx', {
    id: 'public/event-page-of-organizer',
  }),
  layout('platform/routes/find-words.tsx', [
    route('tickets/find', 'public/find/page.tsx'),
    route('unsubscribe/:token', 'public/unsubscribing/page.tsx'),
  ]),
  layout('platform/routes/legal-words.tsx', [
    route('terms', 'public/legal/terms-page.tsx'),
    route('privacy', 'public/legal/privacy-page.tsx'),
  ]),

  // Checkout, orders and tickets
  layout('platform/routes/checkout-words.tsx', [
    route('checkout/:eventId/:orderShortId/details', 'checkout/details/page.tsx'),
    route('checkout/:eventId/:orderShortId/payment', 'checkout/payment/page.tsx'),
    route('checkout/:eventId/:orderShortId/payment_return', 'checkout/payment/return-page.tsx'),
    route('checkout/:eventId/:orderShortId/summary', 'checkout/order/summary-page.tsx'),
    route('order/:eventId/:orderShortId', 'checkout/order/page.tsx'),
    route('order/:eventId/:orderShortId/print', 'checkout/order/print-page.tsx'),
    route('ticket/:eventId/:attendeeShortId', 'checkout/ticket/page.tsx'),
    route('ticket/:eventId/:attendeeShortId/print', 'checkout/ticket/print-page.tsx'),
  ]),

  // Door
  layout('platform/routes/door-words.tsx', [route('check-in/:listShortId', 'door/page.tsx')]),
  route('check-in/:listShortId/manifest.webmanifest', 'door/offline/manifest.ts'),

  // Authentication
  layout('platform/routes/auth-words.tsx', [
    route('auth/login', 'auth/login-page.tsx'),
    route('auth/register', 'auth/register-page.tsx'),
    route('auth/accept-invitation/:token', 'auth/accept-invitation-page.tsx'),
    route('auth/forgot-password', 'auth/forgot-password-page.tsx'),
    route('auth/reset-password/:token', 'auth/reset-password-page.tsx'),
    route('manage/profile/confirm-email-address/:token', 'auth/confirm-email-page.tsx'),
    route('manage/profile/confirm-email-change/:token', 'auth/confirm-email-change-page.tsx'),
    route('auth/undo-email-change/:token', 'auth/undo-email-change-page.tsx'),
    route('welcome', 'auth/welcome-page.tsx'),
    route('dev/mailbox', 'mailbox/list-page.tsx'),
    route('dev/mailbox/:mailId', 'mailbox/message-page.tsx'),
  ]),
  route('auth/logout', 'auth/logout.ts'),

  // Pages that are shown in frames
  route('manage/event/:eventId/homepage-designer/preview', 'public/event/design-preview-page.tsx'),
  route('widget/:eventId', 'public/event/widget-page.tsx'),

  // Workspace and account
  layout('platform/routes/workspace-words.tsx', [
    layout('workspace/layout.tsx', [
      layout('workspace/account-layout.tsx', [
        route('manage/events/:eventsState?', 'workspace/events/page.tsx'),
        route('manage/organizers', 'workspace/organizers/page.tsx'),
        route('manage/organizer/:organizerId/settings', 'workspace/organizers/settings-page.tsx'),
        route(
          'manage/organizer/:organizerId/events?/:eventsState?',
          'workspace/events/organizer-events-page.tsx',
        ),
        route('manage/notifications', 'workspace/profile/notifications/moved.ts'),
        route('manage/profile', 'workspace/profile/layout.tsx', [
          index('workspace/profile/details-page.tsx'),
          route('security', 'workspace/profile/security/page.tsx'),
          route('notifications', 'workspace/profile/notifications/page.tsx'),
        ]),
        route('manage/door', 'workspace/own-doors/page.tsx'),
        route('manage/account', 'workspace/my-accounts/page.tsx'),
        route('manage/reports/:report?', 'workspace/reports/account-page.tsx'),
        route('account/settings', 'workspace/account-settings/page.tsx'),
        route('account/event-defaults', 'workspace/account-settings/defaults-page.tsx'),
        route('account/users', 'workspace/team/page.tsx'),
        route('account/audit-log', 'workspace/audit-log/page.tsx'),
        route('account/payment', 'workspace/payment-connections/page.tsx'),
        route('account/taxes-and-fees', 'workspace/taxes-and-fees/page.tsx'),
        route('manage/*', 'workspace/unknown-page.tsx', { id: 'unknown-manage-page' }),
        route('account/*', 'workspace/unknown-page.tsx', { id: 'unknown-account-page' }),
        // The longer path ranks before the event page of an organizer.
        route('account/event/:eventId/*', 'workspace/unknown-page.tsx', { id: 'unknown-account-event-page' }),
      ]),
      route('manage/profile/second-factor', 'workspace/profile/second-factor-page.tsx'),
      route('manage/event/:eventId/homepage-designer', 'workspace/designs/page.tsx'),
      route('manage/event/:eventId', 'workspace/event-layout.tsx', [
        index('workspace/dashboard/page.tsx'),
        route('dashboard', 'workspace/dashboard/page.tsx', { id: 'event-dashboard' }),
        route('getting-started', 'workspace/getting-started/page.tsx'),
        route('tickets', 'workspace/tickets/page.tsx'),
        route('orders', 'workspace/orders/page.tsx'),
        route('promo-codes', 'workspace/promo-codes/page.tsx'),
        route('affiliates', 'workspace/affiliates/page.tsx'),
        route('reports/:report?', 'workspace/reports/page.tsx'),
        route('attendees', 'workspace/attendees/page.tsx'),
        layout('platform/routes/guests-words.tsx', [
          route('guests', 'workspace/attendees/guest-list/page.tsx'),
          route('guests/import', 'workspace/imports/page.tsx'),
        ]),
        route('questions', 'workspace/questions/page.tsx'),
        route('messages', 'workspace/messages/page.tsx'),
        route('messages/reminders', 'workspace/messages/reminders/page.tsx'),
        route('messages/:messageId', 'workspace/messages/detail-page.tsx'),
        route('check-in', 'workspace/check-in-lists/page.tsx'),
        route('capacity-assignments', 'workspace/capacity-assignments/page.tsx'),
        route('widget', 'workspace/widget/page.tsx'),
        route('scheduled-exports', 'workspace/scheduled-exports/page.tsx'),
        route('call-off', 'workspace/event-changes/page.tsx'),
        route('settings/:section?', 'workspace/event-settings/page.tsx'),
        route('*', 'workspace/unknown-page.tsx', { id: 'unknown-event-page' }),
      ]),
    ]),
  ]),

  route('*', 'platform/routes/not-found.tsx'),
] satisfies RouteConfig;
