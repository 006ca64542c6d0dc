import type { GuestImport } from '@entrada/contract/sales/imports/endpoints';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { formatDayTime } from '../../platform/i18n/format.ts';
import { eventPath, useEvent } from '../kit/data/event.ts';
import { dotted } from '../kit/display/dotted.ts';
import { useRead } from '../kit/reading/reads.ts';
import { importsRead } from './api.ts';
import styles from './imports.module.css';
import { useUndo } from './use-undo.tsx';

/** The last imports of the event, each with the way back. */
export function Earlier() {
  const { i18n } = useLingui();
  const { id, timezone } = useEvent();
  const imports = useRead(importsRead(id)).data?.filter(({ state }) => state !== 'running') ?? [];
  const undo = useUndo();
  if (imports.length === 0) return null;
  const when = ({ startedAt }: GuestImport) => formatDayTime(startedAt, { locale: i18n.locale, timezone });
  const found = (one: GuestImport) => `${eventPath(id, 'guests')}?filter_fields[import_id][eq]=${one.id}`;
  return (
    <section className={styles.earlier}>
      <h2>
        <Trans>Earlier imports</Trans>
      </h2>
      <ul>
        {imports.map((one) => (
          <li key={one.id}>
            <span className={styles.earlierWords}>
              {one.state === 'done' ? (
                <Link to={found(one)}>
                  <Plural value={one.guests} one="# guest" other="# guests" />
                </Link>
              ) : (
                <b>
                  <Trans>Nobody was added</Trans>
                </b>
              )}
              <span className={styles.quiet}>{dotted([when(one), one.by])}</span>
            </span>
            {one.canUndo && (
              <Button size="sm" disabled={undo.isPending} onClick={() => undo.ask(one)}>
                <Trans>Undo</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
