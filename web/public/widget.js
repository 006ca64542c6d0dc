// Entrada's ticket widget: <div data-entrada-event="42"></div> anywhere in a page becomes the tickets of event 42.
(() => {
  if (window.entradaWidgets) return window.entradaWidgets();
  const script = document.currentScript || document.querySelector('script[src*="/widget.js"]');
  const home = new URL(script.src).origin;
  const prefix = 'data-entrada-';
  const marker = `${prefix}event`;
  // This script reads these attributes. It passes all others to the widget, which checks them.
  const own = ['event', 'height', 'title', 'codes'];
  const known = new WeakMap();
  const frames = new Set();

  function addressOf(host, id) {
    const url = new URL(`/widget/${id}`, home);
    for (const { name, value } of host.attributes) {
      const option = name.startsWith(prefix) ? name.slice(prefix.length) : 'event';
      if (!own.includes(option)) url.searchParams.set(option.replaceAll('-', '_'), value);
    }
    if (host.getAttribute(`${prefix}codes`) === 'address') {
      for (const [name, value] of new URLSearchParams(location.search))
        if (name === 'promo_code' || name === 'aff') url.searchParams.set(name, value);
    }
    return url.href;
  }

  function mount(host) {
    const id = host.getAttribute(marker);
    const before = known.get(host);
    if (before && before.id === id && before.frame.parentNode === host) return;
    if (before) {
      before.frame.remove();
      frames.delete(before.frame);
    }
    if (!/^[1-9]\d{0,14}$/.test(id)) return known.delete(host);
    const height = Number(host.getAttribute(`${prefix}height`)) || host.offsetHeight || 480;
    const frame = document.createElement('iframe');
    frame.title = host.getAttribute(`${prefix}title`) || 'Tickets';
    frame.style.cssText = `display:block;width:100%;height:${height}px;border:0`;
    frame.src = addressOf(host, id);
    known.set(host, { id, frame });
    frames.add(frame);
    host.append(frame);
  }

  function scan() {
    for (const frame of frames) if (!frame.isConnected) frames.delete(frame);
    document.querySelectorAll(`[${marker}]`).forEach(mount);
  }

  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== home || !data || data.type !== 'entrada:height') return;
    const height = Number(data.height);
    if (!(height > 0 && height < 1e5)) return;
    for (const frame of frames) {
      if (frame.contentWindow !== source) continue;
      frame.style.height = `${height}px`;
      // The reserved height is no longer needed.
      frame.parentNode.style.minHeight = '';
    }
  });

  window.entradaWidgets = scan;
  // Scripts of the page may add elements at any time.
  new MutationObserver(scan).observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: [marker],
  });
  scan();
})();
