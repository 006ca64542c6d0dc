import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, SegmentedControl } from '@mantine/core';
import { IconArrowLeft, IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { type ClientLoaderFunctionArgs, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { apiContext } from '../../platform/context.ts';
import { cx } from '../../ui/class-names.ts';
import { Note } from '../../ui/notices/note.tsx';
import { designRead } from '../kit/data/design.ts';
import { EventContext, eventIdIn, eventPath, eventRead, useEventQuery } from '../kit/data/event.ts';
import { useSession } from '../kit/data/session.ts';
import { useNarrow } from '../kit/display/use-narrow.ts';
import { ColorFields, Readability } from '../kit/fields/color-fields.tsx';
import { readColor, readColors, type TypedColors } from '../kit/fields/colors.ts';
import { Hint } from '../kit/fields/labels.tsx';
import { LimitedInput } from '../kit/fields/limited-text.tsx';
import { PageForm } from '../kit/form/page-form.tsx';
import { AccountFrame } from '../kit/frame/account-nav.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { ensureRead, useRead, workspaceClient } from '../kit/reading/reads.ts';
import { CoverPart } from './cover-part.tsx';
import styles from './designer.module.css';
import { PaletteChoice } from './palette-choice.tsx';
import { type Device, Preview } from './preview.tsx';
import { type DesignForm, useDesignForm } from './use-design-form.ts';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const id = eventIdIn(params);
  const [event, design] = await Promise.all([eventRead(id).load(call), designRead(id).load(call)]);
  return { event, design };
}

/** What other pages have read shows at once. */
export async function clientLoader({ params, serverLoader }: ClientLoaderFunctionArgs) {
  const client = workspaceClient();
  if (!client) return serverLoader<typeof loader>();
  const id = eventIdIn(params);
  const [event, design] = await Promise.all([
    ensureRead(client, eventRead(id)),
    ensureRead(client, designRead(id)),
  ]);
  return { event, design };
}

export const headers = () => ({ 'cache-control': 'no-store' });

/** Loading again would overwrite the design that is being edited. */
export const shouldRevalidate = () => false;

export default function HomepageDesignerPage() {
  const loaded = useLoaderData<typeof loader>();
  const { data: event = loaded.event } = useEventQuery(loaded.event.id, loaded.event);
  const { data: design = loaded.design } = useRead(designRead(event.id), loaded.design);
  const { t } = useLingui();
  const isNarrow = useNarrow();
  const form = useDesignForm(event, design);
  const [device, setDevice] = useState<Device>('desktop');
  const [isPreviewing, setPreviewing] = useState(false);
  const { may, site } = useSession();
  const mayWrite = may('events.write') && event.status !== 'archived';
  const shown = usePreviewed(form);
  const address = new URL(event.publicPath, site).href.replace(/^https?:\/\//, '');
  useSaveKey(form.submit);
  const isPublic = event.status === 'public';
  return (
    <EventContext value={event}>
      <div className={styles.designer}>
        <title>{[t`Homepage designer`, event.title, 'Entrada'].join(' · ')}</title>
        <header className={styles.bar}>
          <Link className={styles.back} to={eventPath(event.id)} aria-label={t`Back to the event`}>
            <IconArrowLeft size={20} stroke={1.75} aria-hidden="true" />
          </Link>
          <h1 className={styles.title}>
            <Trans>Homepage designer</Trans>
          </h1>
          <span className={styles.name}>{event.title}</span>
          <div className={styles.toggle}>
            {isNarrow ? (
              <SegmentedControl
                fullWidth
                aria-label={t`What to show`}
                value={isPreviewing ? 'preview' : 'edit'}
                onChange={(value) => setPreviewing(value === 'preview')}
                data={[
                  { value: 'edit', label: t`Edit` },
                  { value: 'preview', label: t`Preview` },
                ]}
              />
            ) : (
              <SegmentedControl
                aria-label={t`Width of the preview`}
                value={device}
                onChange={(value) => setDevice(value === 'mobile' ? 'mobile' : 'desktop')}
                data={[
                  { value: 'desktop', label: <DeviceLabel icon="desktop" name={t`Desktop`} /> },
                  { value: 'mobile', label: <DeviceLabel icon="mobile" name={t`Mobile`} /> },
                ]}
              />
            )}
          </div>
          <div className={styles.actions}>
            <span className={styles.state} role="status">
              {form.isDirty && <Trans>Unsaved changes</Trans>}
            </span>
            <Button disabled={!form.isDirty || form.isPending} onClick={form.discard}>
              <Trans>Discard</Trans>
            </Button>
            <Button
              variant="primary"
              disabled={!form.isDirty || !mayWrite}
              loading={form.isPending}
              onClick={form.submit}
            >
              {isPublic ? <Trans>Save and publish</Trans> : <Trans>Save design</Trans>}
            </Button>
          </div>
        </header>
        <main className={styles.body} id="main">
          <div
            className={cx(styles.controls, isNarrow && isPreviewing && styles.away)}
            // If no control can take the focus, this element takes it, so that the keyboard can scroll it.
            {...(!mayWrite && { tabIndex: 0 })}
          >
            <Controls form={form} mayWrite={mayWrite} isPublic={isPublic} />
          </div>
          <div className={cx(styles.side, isNarrow && !isPreviewing && styles.away)}>
            <Preview
              key={JSON.stringify([event.cover?.sources[0]?.url, event.cover?.focal])}
              eventId={event.id}
              address={address}
              device={isNarrow ? 'mobile' : device}
              design={shown}
            />
          </div>
        </main>
      </div>
    </EventContext>
  );
}

function DeviceLabel({ icon, name }: { icon: Device; name: string }) {
  const Icon = icon === 'desktop' ? IconDeviceDesktop : IconDeviceMobile;
  return (
    <span className={styles.device}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      {name}
    </span>
  );
}

type ControlsProps = { form: DesignForm; mayWrite: boolean; isPublic: boolean };

function Controls({ form, mayWrite, isPublic }: ControlsProps) {
  const { t } = useLingui();
  const { values, errors, change } = form;
  const changeColors = (colors: Partial<TypedColors>) => change({ ...colors, isAutomatic: false });
  return (
    <PageForm form={form} aboveClass={styles.above}>
      {!mayWrite && (
        <div className={styles.above}>
          <Note tone="info">
            <Trans>This event is archived. Restore it to change its page.</Trans>
          </Note>
        </div>
      )}
      <fieldset disabled={!mayWrite}>
        <CoverPart
          background={values.background}
          onBackground={(background) => change({ background })}
          isDisabled={!mayWrite}
        />
        <section className={styles.part}>
          <h2>
            <Trans>Colours</Trans>
          </h2>
          <PaletteChoice values={values} change={change} />
          {values.isAutomatic && (
            <Hint>
              <Trans>Visitors see the page in the light or dark scheme of their device.</Trans>
            </Hint>
          )}
          <ColorFields values={values} errors={errors} onChange={changeColors} />
          <Readability values={values} onChange={changeColors} />
        </section>
        <section className={styles.part}>
          <h2>
            <Trans>Tickets</Trans>
          </h2>
          <LimitedInput
            label={t`Continue button`}
            description={t`Takes buyers to the checkout. In your words, it is the same in every language.`}
            placeholder={t`Continue`}
            limit={LIMITS.continueButtonText}
            value={values.continueButtonText}
            error={errors['continueButtonText']}
            onChange={(typed) => change({ continueButtonText: typed.currentTarget.value })}
          />
          {!isPublic && (
            <Hint>
              <Trans>The event is not public yet. Its page keeps this design until you publish it.</Trans>
            </Hint>
          )}
        </section>
      </fieldset>
    </PageForm>
  );
}

/** The design that the preview shows. While the text of a colour is not valid, its last valid value is used. */
function usePreviewed({ values }: DesignForm) {
  const [valid, setValid] = useState(() => readColors(values));
  const read = readColors(values);
  if (read && JSON.stringify(read) !== JSON.stringify(valid)) setValid(read);
  const partly = valid && {
    page: readColor(values.page) ?? valid.page,
    text: readColor(values.text) ?? valid.text,
    button: readColor(values.button) ?? valid.button,
    buttonText: readColor(values.buttonText) ?? valid.buttonText,
  };
  const design = JSON.stringify({
    colors: values.isAutomatic ? null : partly,
    background: values.background,
    continueButtonText: values.continueButtonText.trim(),
  });
  const settled = useDeferredValue(design);
  return useMemo(() => JSON.parse(settled), [settled]);
}

/** Ctrl+S or Cmd+S saves. */
function useSaveKey(save: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey) || event.altKey) return;
      event.preventDefault();
      save();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}

export function ErrorBoundary() {
  return (
    <AccountFrame>
      <PageError />
    </AccountFrame>
  );
}
