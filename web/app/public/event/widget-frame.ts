import { WIDGET_ROOT } from '../picker/root.ts';
import type { PickerFrame } from '../picker/state.ts';

/** The page around learns how tall the widget is, now and whenever that changes. The loader listens (widget.js). */
export function reportHeight(): void {
  const root = document.getElementById(WIDGET_ROOT);
  if (root?.dataset['grows'] !== 'true' || window.parent === window) return;
  let told = 0;
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    if (height === told) return;
    told = height;
    // To whichever site it stands in: a height is no secret.
    window.parent.postMessage({ type: 'entrada:height', height }, '*');
  });
  observer.observe(root);
}

/**
 * Sends a selection on as a form does, out of the frame: within another site the browser keeps no cookies, and the
 * order is held by one.
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
