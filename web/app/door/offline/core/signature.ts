import type { TicketCode } from '@entrada/contract/door/ticket-code';

/** Says whether one of the event's keys signed a code. */
export type VerifySignature = (code: TicketCode) => Promise<boolean>;

/**
 * Checks signatures by the browser's own Ed25519. Null if the browser has none: before Chrome 137, Firefox 129 and Safari 17,
 * and on pages without https. `publicKeys`: raw, in base64url.
 */
export async function signatureChecker(publicKeys: readonly string[]): Promise<VerifySignature | null> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle) return null;
  try {
    const keys = await Promise.all(
      publicKeys.map((key) => subtle.importKey('raw', bytesOf(key), { name: 'Ed25519' }, false, ['verify'])),
    );
    return async ({ signature, signed }) => {
      for (const key of keys)
        if (await subtle.verify({ name: 'Ed25519' }, key, signature, signed)) return true;
      return false;
    };
  } catch {
    return null;
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
