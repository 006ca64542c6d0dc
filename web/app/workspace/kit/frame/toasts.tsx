import { notifications, notificationsStore } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { latePart, TryAgainSoon } from '../late/part.tsx';

/** What shows the messages. Messages wait in their store until it has loaded. */
const ToastList = latePart<object>(async () => (await import('../late/toast-list.tsx')).ToastList, {
  Place: () => null,
  Failed: TryAgainSoon,
});

/** The list loads this much later than the page, or with the first message. */
const afterPageMs = 2000;

/**
 * The container of `notify` messages. When a dialog or a drawer opens, messages that disappear by themselves are
 * closed: they would cover its buttons, and a message stays as long as the pointer rests on it.
 */
export function Toasts() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setNeeded(true), afterPageMs);
    const forget = notificationsStore.subscribe(() => setNeeded(true));
    return () => {
      clearTimeout(timer);
      forget();
    };
  }, []);
  useEffect(() => {
    const observer = new MutationObserver(([first]) => {
      const open = Number(document.body.getAttribute(SCROLL_LOCK));
      if (open <= Number(first?.oldValue)) return;
      for (const { id, autoClose } of notificationsStore.getState().notifications)
        if (id && autoClose !== false) notifications.hide(id);
    });
    observer.observe(document.body, {
      attributes: true,
      attributeFilter: [SCROLL_LOCK],
      attributeOldValue: true,
    });
    return () => observer.disconnect();
  }, []);
  return isNeeded && <ToastList />;
}

/** An attribute of the body. The library that locks scrolling behind a dialog sets it to the number of open dialogs. */
const SCROLL_LOCK = 'data-scroll-locked';
