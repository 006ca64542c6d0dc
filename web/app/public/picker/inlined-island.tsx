import { useNonce } from '../../platform/nonce.tsx';
import { scriptJson } from '../event/seo.ts';
import styles from '../event/view.module.css';
import { PICKER_DATA, PICKER_ROOT } from './root.ts';
import type { PickerPage } from './state.ts';
import { TicketPicker } from './ticket-picker.tsx';

/** The picker, and the JSON that its script starts from (island.tsx). */
export function PickerIsland({ page }: { page: PickerPage }) {
  const nonce = useNonce();
  return (
    <>
      <div id={PICKER_ROOT} className={styles.picker}>
        <TicketPicker page={page} />
      </div>
      <script
        id={PICKER_DATA}
        type="application/json"
        nonce={nonce}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which nothing can end the element
        dangerouslySetInnerHTML={{ __html: scriptJson(page) }}
      />
    </>
  );
}
