/** The scripts of each module that is imported late, by the module's path (web/bundle/client-chunks.ts). */
declare module 'virtual:client-chunks' {
  const files: Record<string, readonly string[]>;
  export default files;
}
