import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** The whole URL map. Ids of layouts matter nowhere; paths are those of the product's route table. */
export default [
  index('platform/routes/home.tsx'),
  route('locale', 'platform/routes/locale.ts'),

  // Public pages

  // Checkout, orders and tickets

  // Door

  // Authentication

  // Workspace and account

  route('*', 'platform/routes/not-found.tsx'),
] satisfies RouteConfig;
