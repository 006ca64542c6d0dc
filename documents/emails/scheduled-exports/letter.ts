import { personName } from '@entrada/contract/accounts/person-name';
import { sideBySide, withNote } from '@entrada/contract/words/side-by-side';
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { capitalized, fileSize, formatMoment } from '../../format.ts';
import type { Letter, Writer } from '../letter.ts';
import { accountFooter, nothing } from '../parts.ts';
import type { ScheduledExportData } from './data.ts';

const FILES: Record<ScheduledExportData['file']['what'], MessageDescriptor> = {
  orders: msg`Orders`,
  'order-lines': msg`Order lines`,
  refunds: msg`Refunds`,
  attendees: msg`Attendees`,
  answers: msg`Answers`,
  'check-ins': msg`Check-ins`,
  scans: msg`Scans`,
  'people-inside': msg`People inside`,
  'promo-codes': msg`Promo codes`,
  affiliates: msg`Affiliates`,
};

/** To people of the team: a file is ready behind their login. The letter holds no row of it. */
export function scheduledExport({ i18n, locale }: Writer, data: ScheduledExportData): Letter {
  const { event, file, baseUrl, fileUrl, manageUrl } = data;
  const { title, timeZone } = event;
  const name = i18n._(FILES[file.what]);
  const by = personName(data.scheduledBy);
  const size = fileSize(file.bytes, locale);
  const moment = (at: string) => capitalized(formatMoment(at, timeZone, locale));
  const holds =
    file.rows === 0
      ? i18n._(msg`The file has no rows: there was nothing to put into it.`)
      : i18n._(msg`The file has ${plural(file.rows, { one: '# row', other: '# rows' })}.`);
  const fact = (label: string, value: string) => ({ label, value, lines: [], link: null });
  return {
    ...nothing,
    subject: i18n._(msg`${title}: ${name} ready to download`),
    preheader: holds,
    sender: title,
    title: i18n._(msg`Your scheduled export is ready`),
    body: [{ text: holds }],
    action: { label: i18n._(msg`Download the file`), url: fileUrl },
    afterAction: [
      {
        text: i18n._(
          msg`You sign in to download it. This email carries no data of buyers or attendees, so that none lies in a mailbox.`,
        ),
      },
    ],
    facts: [
      fact(i18n._(msg`Event`), title),
      fact(i18n._(msg`File`), withNote(name, sideBySide([file.format.toUpperCase(), size], locale), locale)),
      fact(i18n._(msg`Made on`), moment(file.madeAt)),
      fact(i18n._(msg`Can be downloaded until`), moment(file.until)),
    ],
    footer: [
      {
        text: i18n._(
          msg`You receive this email because ${by} scheduled this export and chose you as a recipient.`,
        ),
        link: { label: i18n._(msg`Change or stop it`), url: manageUrl },
      },
      ...accountFooter({ i18n, locale }, baseUrl),
    ],
  };
}
