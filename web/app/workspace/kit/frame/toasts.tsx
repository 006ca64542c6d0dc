import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { useEffect } from 'react';

/**
 * The container of `notify` messages. When a dialog or a drawer opens, messages that disappear by themselves are
 * closed: they would cover its buttons, and a message stays as long as the pointer rests on it.
 */
export function Toasts() {
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
  return <Notifications />;
}

/** An attribute of the body. The library that locks scrolling behind a dialog sets it to the number of open dialogs. */
const SCROLL_LOCK = 'data-scroll-locked';
