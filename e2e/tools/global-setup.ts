import { startApplication } from './application.ts';

/**
 * Starts the application, and stops it after all journeys, also if they failed. The journeys read its address from
 * E2E_BASE_URL and its database from E2E_DATABASE_URL.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { baseUrl, databaseUrl, stop } = await startApplication();
  process.env.E2E_BASE_URL = baseUrl;
  process.env.E2E_DATABASE_URL = databaseUrl;
  return stop;
}
