/** The few things of a page without React that need a script: menus that close, sharing. */
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

/** By the device's own sheet where there is one, else by copying the link. */
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
      // The visitor closed the sheet, or the browser forbids both; the address bar still has the link.
    }
  });
}
