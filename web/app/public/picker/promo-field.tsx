import type { PublicPromo } from '@entrada/contract/catalog/shop';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDiscount, IconX } from '@tabler/icons-react';
import { useState } from 'react';
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

/** A link that opens a field in its place. After a code was applied: the code and a button that removes it. */
export function PromoField({ promo, applied, isChecking, onApply }: PromoFieldProps) {
  const { i18n, t } = useLingui();
  const [typed, setTyped] = useState(promo.typed);
  if (applied) {
    return (
      <div className={styles.promo} role="status">
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
              onApply('');
            }}
          >
            <IconX size={16} stroke={2} aria-hidden="true" />
          </a>
        </span>
      </div>
    );
  }
  const apply = () => typed.trim() && onApply(typed.trim());
  return (
    <details className={styles.field} open={promo.problem !== null}>
      <summary className={styles.promo}>
        <IconDiscount size={18} stroke={1.75} aria-hidden="true" />
        <span className="link">
          <Trans>Enter a promo code</Trans>
        </span>
      </summary>
      <div className={styles.entry}>
        <TextInput
          id="promo-code"
          label={t`Promo code`}
          name={PROMO_FIELD}
          value={typed}
          maxLength={50}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={promo.problem && typed === promo.typed ? errorCodeMessage(i18n, promo.problem) : undefined}
          data-refused={promo.problem ? '' : undefined}
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
