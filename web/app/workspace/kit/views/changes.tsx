import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useViewActions, type ViewPartProps } from './actions.ts';
import { useAskView } from './use-ask-view.tsx';
import styles from './views.module.css';

/** What can be done with a list that shows something else than its view. */
export function Changes(props: ViewPartProps) {
  const { opened } = props.views;
  const actions = useViewActions(props);
  const ask = useAskView(actions);
  const saveNew = () => ask(null);
  if (!opened) {
    return (
      <Button variant="subtle" className={styles.change} onClick={saveNew}>
        <Trans>Save view</Trans>
      </Button>
    );
  }
  return (
    <span className={styles.changes}>
      <span className={styles.changed}>
        <Trans context="view">Changed</Trans>
      </span>
      {opened.mayEdit && (
        <Button variant="subtle" loading={actions.isPending} onClick={() => actions.save(opened)}>
          <Trans context="view">Save</Trans>
        </Button>
      )}
      <Button variant="subtle" onClick={saveNew}>
        <Trans>Save as new</Trans>
      </Button>
      <Button variant="subtle" onClick={actions.reset}>
        <Trans context="view">Reset</Trans>
      </Button>
    </span>
  );
}
