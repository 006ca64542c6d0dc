import { LIMITS } from '@entrada/contract/constants';
import { Trans } from '@lingui/react/macro';
import { type ComponentProps, useRef, useState } from 'react';
import { TextInput } from '../../ui/form/text-input.tsx';
import styles from './input.module.css';
import { suggestEmail } from './suggest.ts';

/** An email field that asks about a domain that looks mistyped. One press accepts the suggestion. */
export function EmailInput({ error, ...props }: Omit<ComponentProps<typeof TextInput>, 'hint' | 'ref'>) {
  const field = useRef<HTMLInputElement>(null);
  const [meant, setMeant] = useState<string | null>(null);
  const accept = () => {
    const input = field.current;
    if (!input || !meant) return;
    input.value = meant;
    // The form sees it as typed.
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.focus();
  };
  return (
    <div>
      <TextInput
        {...props}
        ref={field}
        type="email"
        limit={LIMITS.email}
        error={error}
        onBlur={(event) => setMeant(suggestEmail(event.currentTarget.value))}
        onInput={(event) => {
          setMeant(null);
          props.onInput?.(event);
        }}
      />
      <p role="status" className={styles.hint}>
        {meant && (
          <button type="button" onClick={accept}>
            <Trans>
              Did you mean <b>{meant}</b>?
            </Trans>
          </button>
        )}
      </p>
    </div>
  );
}
