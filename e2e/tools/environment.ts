function need(name: 'E2E_BASE_URL' | 'E2E_DATABASE_URL'): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: tools/global-setup.ts sets it`);
  return value;
}

/** Origin of the application under test. */
export const baseUrl = () => need('E2E_BASE_URL');

export const databaseUrl = () => need('E2E_DATABASE_URL');

/** An address that no other visitor has, for the header of the trusted proxy. */
export function newAddress(): string {
  const part = () => Math.floor(Math.random() * 254) + 1;
  return `10.${part()}.${part()}.${part()}`;
}

/** A text that makes names unique between tests and between runs of one test. */
export const unique = () => Math.random().toString(36).slice(2, 8);
