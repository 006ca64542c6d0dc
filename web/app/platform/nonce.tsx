import { createContext, useContext } from 'react';

/** The nonce of this response on the server. It is empty in the browser, because browsers hide it. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}

/** Browser only: the nonce for styles that a library adds later. It is read from a script that has it. */
export function pageNonce(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
}
