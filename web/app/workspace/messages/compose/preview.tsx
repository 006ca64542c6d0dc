import { LOCALES, type Locale } from '@entrada/contract/constants';
import { type AudienceCount, isUnfiltered } from '@entrada/contract/outreach/audience';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconSend } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { api } from '../../../platform/api/client.ts';
import { isLocale, languageTag, localeNames } from '../../../platform/i18n/locales.ts';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { useSession } from '../../kit/data/session.ts';
import { useChange } from '../../kit/data/use-change.ts';
import { LoadFailed } from '../../kit/display/load-failed.tsx';
import { notifySuccess } from '../../kit/frame/notify.tsx';
import { type Previewed, previewRead, sendTest } from '../api.ts';
import styles from './compose.module.css';
import type { DraftForm } from './use-draft.ts';

const AFTER_MS = 600;

type PreviewProps = { eventId: number; form: DraftForm; count: AudienceCount | undefined };

/** A draft as one of its recipients gets it, and the way to mail it to oneself. */
export function Preview({ eventId, form, count }: PreviewProps) {
  const { copyToSelf: _, ...written } = form.values;
  return (
    <PreviewOf eventId={eventId} written={written} count={count}>
      {(locale) => <Test eventId={eventId} form={form} locale={locale} />}
    </PreviewOf>
  );
}

type PreviewOfProps = {
  eventId: number;
  written: Omit<Previewed, 'nth' | 'locale'>;
  count: AudienceCount | undefined;
  /** What stands below the mail. It gets the chosen language. */
  children?: (locale: Locale | null) => ReactNode;
};

/** Words as one of their recipients gets them, in any language. */
export function PreviewOf({ eventId, written, count, children }: PreviewOfProps) {
  const { t } = useLingui();
  const [nth, setNth] = useState(0);
  const [locale, setLocale] = useState<Locale | null>(null);
  const [asked] = useDebouncedValue(JSON.stringify({ ...written, nth, ...(locale && { locale }) }), AFTER_MS);
  const isSomebody = (count?.mails ?? 0) > 0;
  const { queryKey, load } = previewRead(eventId, JSON.parse(asked));
  const { data, isError, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(api, signal),
    placeholderData: keepPreviousData,
    enabled: isSomebody,
    retry: false,
  });
  // Another audience begins with its own first person.
  const whom = JSON.stringify(written.audience);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the audience is the trigger
  useEffect(() => setNth(0), [whom]);
  if (!isSomebody) {
    return (
      <p className={styles.quiet}>
        {isUnfiltered(written.audience) ? (
          <Trans>As soon as somebody has a ticket, the message shows here as this person gets it.</Trans>
        ) : (
          <Trans>As soon as somebody matches, the message shows here as this person gets it.</Trans>
        )}
      </p>
    );
  }
  if (isError && !data) return <LoadFailed error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} />;
  const { recipient } = data;
  return (
    <>
      <div className={styles.person}>
        <span>
          <Trans>
            As <b>{recipient.name || recipient.email}</b>
          </Trans>
        </span>
        <Button
          size="sm"
          disabled={nth === 0 && !data.hasNext}
          rightSection={<IconArrowRight size={16} stroke={1.75} />}
          onClick={() => setNth(data.hasNext ? nth + 1 : 0)}
        >
          <Trans>Next person</Trans>
        </Button>
      </div>
      <div className={styles.mail}>
        <div className={styles.mailHead}>
          <p>
            <b>{data.sender}</b> <span className={styles.quiet}>{data.replyTo}</span>
          </p>
          <p className={styles.mailSubject} lang={languageTag(data.locale)}>
            {data.subject || t`Without a subject`}
          </p>
        </div>
        <MailFrame html={data.html} title={t`The message as ${recipient.name || recipient.email} gets it`} />
      </div>
      <NativeSelect
        label={t`Language of the preview`}
        value={locale ?? ''}
        onChange={({ currentTarget: { value } }) => setLocale(isLocale(value) ? value : null)}
        data={[
          { value: '', label: t`The language of this person (${localeNames[recipient.locale]})` },
          ...LOCALES.map((one) => ({ value: one, label: localeNames[one] })),
        ]}
      />
      {children?.(locale)}
    </>
  );
}

/** The mail in a frame of its own, as high as the mail. No script in it runs, and its links open in a new tab. */
function MailFrame({ html, title }: { html: string; title: string }) {
  const ref = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(320);
  const measure = () => {
    const body = ref.current?.contentDocument?.documentElement;
    if (body) setHeight(Math.max(200, body.scrollHeight));
  };
  // The page's policy blocks style sheets in a frame. What the mail shows is in the styles of its elements.
  const shown = html.replace(/<style\b[\s\S]*?<\/style>/gi, '');
  const base = '<base target="_blank">';
  return (
    <iframe
      ref={ref}
      className={styles.frame}
      style={{ height }}
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={shown.includes('<head>') ? shown.replace('<head>', `<head>${base}`) : `${base}${shown}`}
      onLoad={measure}
    />
  );
}

type TestProps = { eventId: number; form: DraftForm; locale: Locale | null };

function Test({ eventId, form, locale }: TestProps) {
  const { t } = useLingui();
  const { me } = useSession();
  const test = useChange({
    run: async () => {
      const draft = await form.flush();
      return draft && (await sendTest(eventId, draft.id, locale ?? undefined));
    },
    onDone: (to) => to && notifySuccess(t`A test is on its way to ${to}.`),
  });
  const canTest = me.emailConfirmed && form.values.subject.trim() !== '' && form.values.body !== '';
  return (
    <p className={styles.test}>
      <Button
        leftSection={<IconSend size={18} stroke={1.75} />}
        loading={test.isPending}
        disabled={!canTest}
        onClick={() => void test.start(undefined)}
      >
        <Trans>Send me a test</Trans>
      </Button>
      <span className={styles.quiet}>
        <Trans>to {me.email}</Trans>
      </span>
    </p>
  );
}
