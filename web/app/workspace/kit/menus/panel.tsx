import { useLingui } from '@lingui/react';
import type { Menu as MantineMenu, Popover as MantinePopover } from '@mantine/core';
import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  createContext,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  use,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { errorMessage } from '../../../platform/api/error-messages.ts';
import { notifyError } from '../frame/notify.tsx';
import { loadError } from '../late/part.tsx';
import { loadPanelsAhead, usePanels } from './late-panels.ts';

type Kind = 'Menu' | 'Popover';
type Opened = { opened?: boolean; onChange?: (isOpen: boolean) => void; children: ReactNode };
type PanelState = {
  kind: Kind;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  button: RefObject<HTMLElement | null>;
  /** The properties of Mantine's component. */
  options: Record<string, unknown>;
};

const PanelContext = createContext<PanelState | null>(null);

function usePanel(): PanelState {
  const state = use(PanelContext);
  if (!state) throw new Error('A panel has no root');
  return state;
}

/** A root with the properties of Mantine's. Its button works at once; what it opens loads late. */
function panelRoot<Props extends object>(kind: Kind) {
  return function Root({ children, opened, onChange, ...options }: Opened & Omit<Props, keyof Opened>) {
    const [isOwnOpen, setOwnOpen] = useState(false);
    const button = useRef<HTMLElement>(null);
    const isOpen = opened ?? isOwnOpen;
    const setOpen = (next: boolean) => {
      setOwnOpen(next);
      onChange?.(next);
      // Whoever has pressed something else keeps the focus there.
      const { activeElement } = document;
      if (!next && (activeElement === document.body || activeElement?.closest('[data-position]')))
        button.current?.focus({ preventScroll: true });
    };
    return <PanelContext value={{ kind, isOpen, setOpen, button, options }}>{children}</PanelContext>;
  };
}

type Handler = (event: unknown) => void;
type ButtonProps = { onClick?: Handler; onPointerEnter?: Handler; onFocus?: Handler };

/** The handler of the button itself runs first. */
const both = (ours: () => void, own: Handler | undefined) => (event: unknown) => {
  own?.(event);
  ours();
};

/** The button of a panel. Other properties are passed on to it. */
function Target({ children, ...others }: { children: ReactElement<ButtonProps> }) {
  const { kind, isOpen, setOpen, button } = usePanel();
  return cloneElement(children as ReactElement<Record<string, unknown>>, {
    ...others,
    ref: button,
    'aria-haspopup': kind === 'Menu' ? 'menu' : 'dialog',
    'aria-expanded': isOpen,
    'data-expanded': isOpen || undefined,
    onPointerDown: loadPanelsAhead,
    onPointerEnter: both(loadPanelsAhead, children.props.onPointerEnter),
    onFocus: both(loadPanelsAhead, children.props.onFocus),
    onClick: both(() => setOpen(!isOpen), children.props.onClick),
  });
}

/** Menus show in the page's main landmark, so that nobody who walks through landmarks misses one. Dialogs stand for themselves. */
const withinMain = { portalProps: { target: '#main' } };

/** What the panel shows. It is rendered from the moment when it is opened first. */
function Dropdown(props: { children: ReactNode }) {
  const { i18n } = useLingui();
  const { kind, isOpen, setOpen, button, options } = usePanel();
  const wasOpen = useRef(false);
  const panels = usePanels(isOpen, () => {
    setOpen(false);
    notifyError(errorMessage(i18n, loadError()));
  });
  if (isOpen) wasOpen.current = true;
  if (!panels || !wasOpen.current) return null;
  const Panel = panels[kind] as ComponentType<Record<string, unknown>> & {
    Target: ComponentType<{ children: ReactNode }>;
    Dropdown: ComponentType<{ children: ReactNode }>;
  };
  return (
    <Panel {...options} {...(kind === 'Menu' && withinMain)} opened={isOpen} onChange={setOpen}>
      <Panel.Target>
        <Anchor button={button} />
      </Panel.Target>
      <Panel.Dropdown {...props} />
    </Panel>
  );
}

type AnchorProps = {
  button: RefObject<HTMLElement | null>;
  id?: string;
  'aria-controls'?: string;
  ref?: Ref<HTMLElement>;
};

/** Stands for the button, which is in the page already, and names the panel there. */
function Anchor({ button, id, 'aria-controls': controls, ref }: AnchorProps) {
  useImperativeHandle(ref, () => button.current as HTMLElement, [button]);
  useLayoutEffect(() => {
    const element = button.current;
    if (!element) return;
    if (id) element.id = id;
    if (controls) element.setAttribute('aria-controls', controls);
    else element.removeAttribute('aria-controls');
  }, [button, id, controls]);
  return null;
}

export const MenuRoot = panelRoot<ComponentProps<typeof MantineMenu>>('Menu');
export const PopoverRoot = panelRoot<ComponentProps<typeof MantinePopover>>('Popover');
export const PanelTarget = Target;
export const PanelDropdown = Dropdown as ComponentType<ComponentProps<typeof MantineMenu.Dropdown>>;
