import { tidyWords } from './report.ts';

/** Nobody whom this computer trusts signed the certificate. */
const UNTRUSTED = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
];

type Failure = { message: string; code?: unknown; responseText?: unknown };

function reasonOf({ code }: Failure): string | null {
  if (typeof code !== 'string') return null;
  if (UNTRUSTED.includes(code))
    return 'The certificate of the mail server is not trusted. Name the file with its authority in NODE_EXTRA_CA_CERTS';
  if (code === 'CERT_HAS_EXPIRED') return 'The certificate of the mail server has expired';
  if (code === 'CERT_NOT_YET_VALID') return 'The certificate of the mail server is not valid yet';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'The certificate of the mail server is for another host than the one in BOUNCE_IMAP_URL';
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG')
    return 'The mail server does not begin with TLS at this port. Its address begins with imap:// then';
  return null;
}

/** Why the mailbox could not be read, in words for whoever runs the server. What the library or the mail server said comes last. Pure. */
export function mailboxProblem(failure: Failure): string {
  const said =
    typeof failure.responseText === 'string'
      ? `${failure.message}: ${failure.responseText}`
      : failure.message;
  const reason = reasonOf(failure);
  return tidyWords(reason ? `${reason} (${said})` : said);
}
