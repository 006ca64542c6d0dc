export function findChromium(): string | undefined;
/** The path of a Chromium without windows, or undefined. With CHROMIUM_PATH there is no search. */
export function findHeadlessShell(): string | undefined;
