import type { PublicPromo } from '@entrada/contract/catalog/shop';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDiscount, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { errorCodeMessage } from '../../platform/api/error-messages.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import styles from './promo-field.module.css';
import { PROMO_FIELD } from './selection.ts';
import type { PromoState } from './state.ts';

type PromoFieldProps = {
  promo: PromoState;
  applied: PublicPromo | null;
  isChecking: boolean;
  onApply: (code: string) => void;
};

/**
 * A link that opens a field in its place. After a code was applied: the code and a button that removes it. What was
 * pressed is gone then, so the focus goes to what stands in its place, or to a field whose code was refused.
 */
export function PromoField({ promo, applied, isChecking, onApply }: PromoFieldProps) {
  const { i18n, t } = useLingui();
  const [typed, setTyped] = useState(promo.typed);
  /** The chip or the link that opens the field, whichever is there. */
  const stand = useRef<HTMLDivElement & HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  /** Whether the visitor's own press applies a code or removes it; null if none is under way. */
  const applies = useRef<boolean | null>(null);
  const { problem } = promo;
  const isApplied = applied !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer ends a press, also one that refuses as before
  useEffect(() => {
    if (applies.current === null || (!problem && applies.current !== isApplied)) return;
    applies.current = null;
    (problem ? field : stand).current?.focus();
  }, [promo, isApplied]);
  if (applied) {
    return (
      <div ref={stand} tabIndex={-1} className={styles.promo} role="status">
        <IconDiscount size={18} stroke={1.75} aria-hidden="true" />
        <input type="hidden" name={PROMO_FIELD} value={applied.code} />
        <span className={styles.chip}>
          <span>
            <Trans>
              Promo code <b>{applied.code}</b>
            </Trans>
          </span>
          <a
            href={`?${PROMO_FIELD}=`}
            aria-label={t`Remove promo code ${applied.code}`}
            onClick={(event) => {
              event.preventDefault();
              setTyped('');
              applies.current = false;
              onApply('');
            }}
          >
            <IconX size={16} stroke={2} aria-hidden="true" />
          </a>
        </span>
      </div>
    );
  }
  const apply = () => {
    if (!typed.trim()) return;
    applies.current = true;
    onApply(typed.trim());
  };
  return (
    <details className={styles.field} open={problem !== null}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is pressed by keys too */}
      <summary
        ref={stand}
        className={styles.promo}
        onClick={(event) => {
          // Within the press: later a phone would not show its keyboard.
          event.preventDefault();
          event.currentTarget.parentElement?.toggleAttribute('open');
          // Nothing happens where it is closed now.
          field.current?.focus();
        }}
      >
        <IconDiscount size={18} stroke={1.75} aria-hidden="true" />
        <span className="link">
          <Trans>Enter a promo code</Trans>
        </span>
      </summary>
      <div className={styles.entry}>
        <TextInput
          ref={field}
          id="promo-code"
          label={t`Promo code`}
          name={PROMO_FIELD}
          value={typed}
          maxLength={50}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={problem && typed === promo.typed ? errorCodeMessage(i18n, problem) : undefined}
          data-refused={problem ? '' : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            apply();
          }}
        />
        <Button
          type="submit"
          formMethod="get"
          loading={isChecking}
          onClick={(event) => {
            event.preventDefault();
            apply();
          }}
        >
          <Trans>Apply</Trans>
        </Button>
      </div>
    </details>
  );
}
