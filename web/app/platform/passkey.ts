import type { PasskeyAnswer } from '@entrada/contract/accounts/sign-in';

type Question = Record<string, unknown>;

function toBytes(text: unknown): ArrayBuffer {
  const raw = atob(String(text).replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(raw, (sign) => sign.charCodeAt(0)).buffer;
}

function toText(bytes: ArrayBuffer): string {
  const raw = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(raw).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const descriptors = (list: unknown): PublicKeyCredentialDescriptor[] =>
  (Array.isArray(list) ? (list as Question[]) : []).map((one) => ({
    ...(one as object),
    type: 'public-key',
    id: toBytes(one['id']),
  }));

/** Whether this browser has passkeys. They need https, or this very computer. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && typeof navigator.credentials?.create === 'function';

/** Whether this browser offers passkeys in the list of a field. */
export async function offersPasskeysInFields(): Promise<boolean> {
  if (!hasPasskeys()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

function answerOf(credential: Credential | null): PasskeyAnswer {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('The browser gave no passkey');
  const { response } = credential;
  const shared = { clientDataJSON: toText(response.clientDataJSON) };
  const own =
    response instanceof AuthenticatorAttestationResponse
      ? {
          attestationObject: toText(response.attestationObject),
          transports: response.getTransports?.() ?? [],
        }
      : {
          authenticatorData: toText((response as AuthenticatorAssertionResponse).authenticatorData),
          signature: toText((response as AuthenticatorAssertionResponse).signature),
        };
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: 'public-key',
    clientExtensionResults: {},
    response: { ...shared, ...own },
  };
}

/** Makes a passkey. Throws what the browser throws, `NotAllowedError` if the person has not agreed. */
export async function createPasskey(question: Question): Promise<PasskeyAnswer> {
  const user = question['user'] as Question;
  const publicKey = {
    ...question,
    challenge: toBytes(question['challenge']),
    user: { ...user, id: toBytes(user['id']) },
    excludeCredentials: descriptors(question['excludeCredentials']),
  } as unknown as PublicKeyCredentialCreationOptions;
  return answerOf(await navigator.credentials.create({ publicKey }));
}

/** Signs with a passkey. `inField`: the browser offers it in the list of a field and waits until somebody takes it. */
export async function signWithPasskey(
  question: Question,
  { signal, inField = false }: { signal?: AbortSignal; inField?: boolean } = {},
): Promise<PasskeyAnswer> {
  const publicKey = {
    ...question,
    challenge: toBytes(question['challenge']),
    allowCredentials: descriptors(question['allowCredentials']),
  } as unknown as PublicKeyCredentialRequestOptions;
  return answerOf(
    await navigator.credentials.get({
      publicKey,
      ...(signal && { signal }),
      ...(inField && { mediation: 'conditional' as const }),
    }),
  );
}

/** Whether the person closed the browser's question, or another one took its place. */
export const isDismissed = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);
