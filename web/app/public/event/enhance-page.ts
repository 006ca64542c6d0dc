/** Starts what needs a script on a page without React: menus that close, and sharing. */
export function enhancePage(): void {
  closeMenus();
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-share]'))
    enableSharing(button);
}

function closeMenus(): void {
  const open = () => document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]');
  document.addEventListener('pointerdown', ({ target }) => {
    for (const menu of open()) if (!menu.contains(target as Node)) menu.open = false;
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of open()) {
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
      menu.open = false;
    }
  });
}

/** Opens the share dialog of the device. Copies the link if the device has no share dialog. */
function enableSharing(button: HTMLButtonElement): void {
  const { share: url = '', title = '', copied = '' } = button.dataset;
  const words = button.querySelector('[data-words]');
  const status = button.parentElement?.querySelector('[data-share-status]');
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      if (navigator.share) return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      const before = words?.textContent ?? '';
      if (words && before !== copied) {
        words.textContent = copied;
        setTimeout(() => {
          words.textContent = before;
        }, 4000);
      }
      if (status) status.textContent = copied;
    } catch {
      // The visitor closed the dialog, or the browser forbids sharing and copying. The address bar still has the
      // link.
    }
  });
}
