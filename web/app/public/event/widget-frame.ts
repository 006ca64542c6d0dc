import { WIDGET_ROOT } from '../picker/root.ts';
import type { PickerFrame } from '../picker/state.ts';

/**
 * Tells the surrounding page how tall the widget is, now and after every change. The loader listens (widget.js).
 */
export function reportHeight(): void {
  const root = document.getElementById(WIDGET_ROOT);
  if (root?.dataset['grows'] !== 'true' || window.parent === window) return;
  let told = 0;
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    if (height === told) return;
    told = height;
    // Any site may receive the message, because a height is not secret.
    window.parent.postMessage({ type: 'entrada:height', height }, '*');
  });
  observer.observe(root);
}

/**
 * Posts a selection out of the frame, as a form does. In a frame of another site the browser keeps no cookies, and
 * an order belongs to a cookie.
 */
export function leaveFrame(frame: PickerFrame, fields: Record<string, string>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = frame.action;
  form.target = frame.target;
  form.hidden = true;
  if (frame.target === '_blank') form.rel = 'noopener';
  for (const [name, value] of Object.entries({ ...frame.fields, ...fields })) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
