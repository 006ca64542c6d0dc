import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowLeft, IconArrowRight, IconPinned, IconPinnedOff } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import { useCopyLink } from '../event-actions/use-copy-link.ts';
import { CopyLinkItem, DeleteItem, EditItem } from '../list/row.tsx';
import { Menu } from '../menus/menu.tsx';
import { useViewActions, type ViewPartProps } from './actions.ts';
import { useAskView } from './use-ask-view.tsx';

const icon = { size: 18, stroke: 1.75 };

/** The menu of the open view. */
export function ViewItems(props: ViewPartProps) {
  const { t } = useLingui();
  const { opened, saved } = props.views;
  const { pathname } = useLocation();
  const actions = useViewActions(props);
  const ask = useAskView(actions);
  const copy = useCopyLink();
  if (!opened) return null;
  const { by } = opened;
  const isFirst = saved.defaultId === opened.id;
  const [left, right] = [actions.move(opened, -1), actions.move(opened, 1)];
  return (
    <>
      <Menu.Label>
        {by ? t`Shared by ${by}` : opened.isShared ? t`Shared with everyone` : t`Only you see it`}
      </Menu.Label>
      {opened.mayEdit && (
        <EditItem onClick={() => ask(opened)}>
          {opened.isMine ? <Trans>Rename or share</Trans> : <Trans>Rename</Trans>}
        </EditItem>
      )}
      <CopyLinkItem onClick={() => void copy(`${pathname}?view=${opened.id}`)} />
      <Menu.Item
        leftSection={isFirst ? <IconPinnedOff {...icon} /> : <IconPinned {...icon} />}
        onClick={() => actions.setDefault(isFirst ? null : opened.id)}
      >
        {isFirst ? <Trans>No longer open first</Trans> : <Trans>Open first for me</Trans>}
      </Menu.Item>
      {saved.views.length > 1 && (
        <>
          <Menu.Item leftSection={<IconArrowLeft {...icon} />} disabled={!left} onClick={left ?? undefined}>
            <Trans>Move left</Trans>
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowRight {...icon} />}
            disabled={!right}
            onClick={right ?? undefined}
          >
            <Trans>Move right</Trans>
          </Menu.Item>
        </>
      )}
      {opened.mayEdit && (
        <DeleteItem onClick={() => actions.remove(opened)}>
          <Trans>Delete view</Trans>
        </DeleteItem>
      )}
    </>
  );
}
