import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { useEffect } from 'react';

/**
 * Where messages of `notify` stand. A dialog or drawer that opens ends those that would go by themselves: they lie
 * over its buttons, and one that the pointer rests on would stay there.
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

/** Set on the body, with how many there are, by what keeps the page from scrolling behind a dialog. */
const SCROLL_LOCK = 'data-scroll-locked';
