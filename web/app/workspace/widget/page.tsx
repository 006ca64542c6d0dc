import { DEFAULT_COLORS } from '@entrada/contract/catalog/designs';
import { WIDGET } from '@entrada/contract/catalog/widget-options';
import { Trans, useLingui } from '@lingui/react/macro';
import { SegmentedControl } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { type ClientLoaderFunctionArgs, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { api } from '../../platform/api/client.ts';
import { ApiError } from '../../platform/api/error.ts';
import { apiContext } from '../../platform/context.ts';
import { Note } from '../../ui/notices/note.tsx';
import { designRead } from '../kit/data/design.ts';
import { eventIdIn, eventPath, useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
import { useChange } from '../kit/data/use-change.ts';
import { Hint } from '../kit/fields/labels.tsx';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { ensureRead, onNewPath, useRead, workspaceClient } from '../kit/reading/reads.ts';
import { saveWidget, widgetRead } from './api.ts';
import { CodeBlock } from './code-block.tsx';
import { OptionsForm } from './options-form.tsx';
import { WidgetPreview } from './preview.tsx';
import { htmlSnippet, reactSnippet, type Snippet } from './snippet.ts';
import { readHeight, type WidgetValues, widgetOptions } from './values.ts';
import styles from './widget.module.css';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const id = eventIdIn(params);
  const [widget, design] = await Promise.all([widgetRead(id).load(call), designRead(id).load(call)]);
  return { widget, design };
}

/** What other pages have read shows at once. */
export async function clientLoader({ params, serverLoader }: ClientLoaderFunctionArgs) {
  const client = workspaceClient();
  if (!client) return serverLoader<typeof loader>();
  const id = eventIdIn(params);
  const [widget, design] = await Promise.all([
    ensureRead(client, widgetRead(id)),
    ensureRead(client, designRead(id)),
  ]);
  return { widget, design };
}

export const shouldRevalidate = onNewPath;

export const headers = () => ({ 'cache-control': 'no-store' });

export default function WidgetPage() {
  const { t } = useLingui();
  const event = useEvent();
  const loaded = useLoaderData<typeof loader>();
  const { data: widget = loaded.widget } = useRead(widgetRead(event.id), loaded.widget);
  const colors = loaded.design.colors ?? DEFAULT_COLORS;
  const { may, site } = useSession();
  const mayWrite = may('events.write') && event.status !== 'archived';
  const own = { colors, autoResize: widget.autoResize };
  const [values, setValues] = useState<WidgetValues>({
    colors,
    padding: String(WIDGET.padding),
    locale: '',
    autoResize: widget.autoResize,
    height: String(WIDGET.height),
    buttonText: '',
    target: 'top',
    promoCode: '',
    affiliate: '',
    readsAddress: false,
  });
  const [measured, setMeasured] = useState<number | null>(null);
  const [isTyped, setTyped] = useState(false);
  const [width, setWidth] = useState('wide');
  const [language, setLanguage] = useState('html');
  const change = (changed: Partial<WidgetValues>) => {
    if ('height' in changed) setTyped(true);
    setValues((current) => ({ ...current, ...changed }));
  };
  const makeDefault = useMakeDefault(event.id, widget.version);
  // Until the user types a height, the height measured in the preview is used.
  const height = isTyped || measured === null ? values.height : String(measured);
  const title = t`Tickets for ${event.title}`;
  const snippet: Snippet = {
    site,
    eventId: event.id,
    title,
    options: widgetOptions(values, own),
    height: readHeight(height) ?? WIDGET.height,
    readsAddress: values.readsAddress,
    fallback: { url: new URL(event.publicPath, site).href, text: title },
  };
  const settled = useDeferredValue(JSON.stringify({ ...snippet, height: isTyped ? snippet.height : 0 }));
  return (
    <>
      <PageHeader
        title={<Trans>Widget</Trans>}
        tab={[t`Widget`, event.title]}
        meta={<Trans>Sell tickets on your own site. Buyers choose there, and pay here.</Trans>}
      />
      {event.status === 'draft' && (
        <div className={styles.note}>
          <Note
            tone="attn"
            action={<Link className="link" to={eventPath(event.id)}>{t`Go to the dashboard`}</Link>}
          >
            <Trans>
              This event is not public yet. Until you publish it, the widget says on your site that these
              tickets are not available.
            </Trans>
          </Note>
        </div>
      )}
      <div className={styles.columns}>
        <OptionsForm
          values={{ ...values, height }}
          change={change}
          own={own}
          isSaving={makeDefault.isPending}
          onMakeDefault={mayWrite ? () => void makeDefault.start(values.autoResize) : undefined}
        />
        <div className={styles.result}>
          <section className={styles.part}>
            <div className={styles.row}>
              <h2>
                <Trans>Preview</Trans>
              </h2>
              <SegmentedControl
                aria-label={t`Width of the preview`}
                value={width}
                onChange={setWidth}
                data={[
                  { value: 'wide', label: t`Wide` },
                  { value: 'narrow', label: t`Narrow` },
                ]}
              />
            </div>
            <WidgetPreview
              snippet={previewed(settled)}
              isNarrow={width === 'narrow'}
              onHeight={(pixels) =>
                setMeasured(Math.min(WIDGET.maxHeight, Math.max(WIDGET.minHeight, pixels)))
              }
            />
            <Hint>
              <Trans>In the preview, the checkout opens in a new tab.</Trans>
            </Hint>
          </section>
          <section className={styles.part}>
            <div className={styles.row}>
              <h2>
                <Trans>Code</Trans>
              </h2>
              <SegmentedControl
                aria-label={t`Kind of code`}
                value={language}
                onChange={setLanguage}
                data={[
                  { value: 'html', label: 'HTML' },
                  { value: 'react', label: 'React' },
                ]}
              />
            </div>
            <CodeBlock
              name={language === 'html' ? t`Code for HTML` : t`Code for React`}
              code={language === 'html' ? htmlSnippet(snippet) : reactSnippet(snippet)}
            />
            <Hint>
              <Trans>
                Put it where the tickets should be. Several widgets on one page share the script. Your options
                are in the code: copy it again when you change them.
              </Trans>
            </Hint>
          </section>
        </div>
      </div>
    </>
  );
}

/** The snippet for the preview. It opens orders in a new tab, because an order must not replace this window. */
function previewed(settled: string): Snippet {
  const snippet: Snippet = JSON.parse(settled);
  return {
    ...snippet,
    height: snippet.height || WIDGET.height,
    options: { ...snippet.options, target: 'blank' },
  };
}

/**
 * Saves the event's default for resizing. If the event has a newer version, it saves again on top of it, because
 * nothing else is changed.
 */
function useMakeDefault(eventId: number, version: number) {
  const { t } = useLingui();
  const client = useQueryClient();
  return useChange({
    run: async (autoResize: boolean) => {
      try {
        return await saveWidget(eventId, { version, autoResize });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') throw error;
        const fresh = await widgetRead(eventId).load(api);
        return saveWidget(eventId, { version: fresh.version, autoResize });
      }
    },
    invalidates: () => [keys.event(eventId)],
    success: () => t`The default is saved.`,
    onDone: (saved) => client.setQueryData(keys.widget(eventId), saved),
  });
}

export function ErrorBoundary() {
  return <PageError />;
}
