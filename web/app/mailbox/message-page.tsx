import { getMailboxMessage, type MailboxMessage } from '@entrada/contract/mailbox';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowLeft, IconPaperclip } from '@tabler/icons-react';
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { apiContext } from '../platform/context.ts';
import { formatBytes } from './format-bytes.ts';
import styles from './message-page.module.css';
import { Frame } from './parts/frame.tsx';
import { SentAt } from './parts/sent-at.tsx';

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { data } = await context.get(apiContext)(getMailboxMessage, {
    params: { mailId: params['mailId'] ?? '' },
  });
  return { mail: data };
}

export default function MessagePage() {
  const { mail } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const isText = search.get('view') === 'text';
  return (
    <Frame title={mail.subject}>
      <p className={styles.back}>
        <Link to="/dev/mailbox">
          <IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />
          <Trans>All mail</Trans>
        </Link>
      </p>
      <h1 className={styles.subject}>{mail.subject}</h1>
      <dl className={styles.facts}>
        <div>
          <dt>
            <Trans>To</Trans>
          </dt>
          <dd>{mail.to}</dd>
        </div>
        <div>
          <dt>
            <Trans>Sent</Trans>
          </dt>
          <dd>
            <SentAt at={mail.sentAt} />
          </dd>
        </div>
      </dl>
      <Attachments mail={mail} />
      <nav className={styles.views} aria-label={mail.subject}>
        <Link to="?" replace preventScrollReset aria-current={isText ? undefined : 'page'}>
          <Trans>As designed</Trans>
        </Link>
        <Link to="?view=text" replace preventScrollReset aria-current={isText ? 'page' : undefined}>
          <Trans>Plain text</Trans>
        </Link>
      </nav>
      {isText ? <PlainText text={mail.text} /> : <Designed mail={mail} />}
    </Frame>
  );
}

function Attachments({ mail }: { mail: MailboxMessage }) {
  const { t, i18n } = useLingui();
  if (mail.attachments.length === 0) return null;
  return (
    <ul className={styles.attachments} aria-label={t`Attachments`}>
      {mail.attachments.map((file) => (
        <li key={file.id}>
          <a href={`/api/public/mailbox/${mail.id}/attachments/${file.id}`} download={file.filename}>
            <IconPaperclip size={18} stroke={1.75} aria-hidden="true" />
            <span className={styles.filename}>{file.filename}</span>
            <span className={styles.bytes}>{formatBytes(file.bytes, i18n.locale)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/**
 * The mail in a frame that is isolated from this page. No script in it runs, and its links open in a normal new
 * tab.
 */
function Designed({ mail }: { mail: MailboxMessage }) {
  const { t } = useLingui();
  return (
    <iframe
      className={styles.designed}
      title={t`The message`}
      sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
      srcDoc={withBase(mail.html)}
    />
  );
}

/** Links without a target would load inside the frame, but our pages cannot be shown in a frame. */
function withBase(html: string): string {
  const base = '<base target="_blank">';
  return html.includes('<head>') ? html.replace('<head>', `<head>${base}`) : `${base}${html}`;
}

function PlainText({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/);
  return (
    <pre className={styles.text}>
      {parts.map((part, index) =>
        // The pattern has one group, so every second part is an address.
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
          <a key={index} className="link" href={part}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </pre>
  );
}
