import { createContext, useContext } from 'react';

/** The nonce of this response on the server. The browser hides it, hence empty there. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}

/** Browser only: the nonce for styles that a library adds later, taken from a script that has it. */
export function pageNonce(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
}
