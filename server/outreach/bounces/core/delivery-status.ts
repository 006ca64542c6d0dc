import { permanent, type Report, statusIn } from './report.ts';

/** The groups of fields of a delivery status (RFC 3464): one of the mail, then one for each recipient. Pure. */
function groupsIn(text: string): Map<string, string>[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n+/)
    .map((block) => {
      const lines = block.replace(/\n[ \t]+/g, ' ').split('\n');
      return new Map(
        lines.flatMap((line) => {
          const [, name = '', value = ''] = /^([A-Za-z0-9-]+)[ \t]*:(.*)$/.exec(line) ?? [];
          return name ? [[name.toLowerCase(), value.trim()] as const] : [];
        }),
      );
    });
}

/**
 * What a delivery status says became of a mail to one recipient. Null: nothing that matters, such as that it was delivered.
 * A failure whose code is not of class 5 may pass, so it is none for good. Pure.
 */
export function readDeliveryStatus(text: string): Report['outcome'] | null {
  const told = groupsIn(text).flatMap((fields): Report['outcome'][] => {
    const action = fields.get('action')?.toLowerCase();
    if (action !== 'failed' && action !== 'delayed') return [];
    const words = fields.get('diagnostic-code') ?? '';
    const own = statusIn(fields.get('status') ?? '');
    // Some servers write 5.0.0 and are exact in what they say.
    const exact = statusIn(words);
    const status = own === null || (own === '5.0.0' && exact?.startsWith('5.')) ? exact : own;
    return [action === 'failed' && status?.startsWith('5.') ? permanent(status, words) : { is: 'delayed' }];
  });
  return told.find(({ is }) => is === 'permanent') ?? told[0] ?? null;
}

/**
 * What a report without a delivery status says, as older versions of Exim write it: a header names the addresses that failed,
 * and the text says why. Null: it is no report. Pure.
 */
export function readPlainReport(failed: string, text: string): Report['outcome'] | null {
  if (failed === '') return null;
  const said = text.split('\n').find((line) => statusIn(line) !== null || /\b[45]\d\d[ -]/.test(line)) ?? '';
  const status = statusIn(said);
  const isForGood = status ? status.startsWith('5.') : /\b5\d\d[ -]/.test(said);
  return isForGood ? permanent(status, said) : { is: 'delayed' };
}
