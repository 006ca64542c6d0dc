/**
 * The scripts of each module that is imported late, by the module's path, and the file of words of each page by its id
 * and the locale (web/bundle/client-chunks.ts).
 */
declare module 'virtual:client-chunks' {
  const files: Record<string, readonly string[]>;
  export default files;
  export const words: Record<string, Record<string, string>>;
}
