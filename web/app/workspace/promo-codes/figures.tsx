import type { PromoCode, PromoCodeState } from '@entrada/contract/catalog/promo-codes';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { formatCount } from '../../platform/i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Progress } from '../../ui/notices/progress.tsx';
import styles from './promo-codes.module.css';

/** How often a code was used, and its limit. The uses that open orders hold are shown separately. */
export function Uses({ code }: { code: PromoCode }) {
  const { t, i18n } = useLingui();
  const used = formatCount(code.used, i18n.locale);
  const limit = code.usageLimit === null ? '' : formatCount(code.usageLimit, i18n.locale);
  return (
    <div className={styles.uses}>
      <span>
        {code.usageLimit === null ? (
          <Trans>
            <b>{used}</b>, no limit
          </Trans>
        ) : (
          <Trans>
            <b>{used}</b> of {limit}
          </Trans>
        )}
      </span>
      {code.usageLimit !== null && (
        <Progress label={t`Used of ${code.code}`} value={code.used} max={code.usageLimit} />
      )}
      {code.held > 0 && (
        <span className={styles.held}>
          <Plural value={code.held} one="# in an open order" other="# in open orders" />
        </span>
      )}
    </div>
  );
}

/** Says whether buyers can use a code now, and if not, why. */
export function PromoState({ state }: { state: PromoCodeState }) {
  if (state === 'active') {
    return (
      <Badge tone="ok" quiet>
        <Trans>Active</Trans>
      </Badge>
    );
  }
  if (state === 'used_up') {
    return (
      <Badge tone="attn">
        <Trans>Used up</Trans>
      </Badge>
    );
  }
  return (
    <Badge tone="neutral">{state === 'expired' ? <Trans>Expired</Trans> : <Trans>Switched off</Trans>}</Badge>
  );
}
