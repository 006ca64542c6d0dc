import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Drawer } from '@mantine/core';
import styles from './filters.module.css';
import { Fields, type FieldsProps } from './panel.tsx';

export type FilterSheetProps = FieldsProps & { close: () => void };

/** The filters of a list on a phone. */
export function FilterSheet({ close, ...fields }: FilterSheetProps) {
  const { t } = useLingui();
  return (
    <Drawer
      opened
      onClose={close}
      position="bottom"
      size="80%"
      title={t`Filter`}
      classNames={{ body: styles.sheet ?? '' }}
    >
      <Fields {...fields} />
      <Button variant="ink" fullWidth onClick={close}>
        <Trans>Show rows</Trans>
      </Button>
    </Drawer>
  );
}
