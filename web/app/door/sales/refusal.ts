import { formatMoney } from '@entrada/contract/money';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ApiError } from '../../platform/api/error.ts';
import { errorMessage, fieldErrorMessage } from '../../platform/api/error-messages.ts';
import { languageTag } from '../../platform/i18n/locales.ts';
import { isConnectionError } from '../attempt.ts';

/** Why a sale was refused, and what to do. */
export function refusalWords(i18n: I18n, error: unknown, currency: string): string {
  if (isConnectionError(error))
    return i18n._(
      msg`No connection, so the ticket could not be sold. Press the same button again when it is back: it is never sold twice.`,
    );
  if (!(error instanceof ApiError)) return errorMessage(i18n, error);
  const { params } = error;
  if (error.code === 'NOT_ENOUGH_LEFT') {
    const ticket = sideBySide(
      [params['ticket'], params['price']].map((part) => String(part ?? '')),
      i18n.locale,
    );
    const left = Number(params['left'] ?? 0);
    return left > 0
      ? i18n._(
          msg`${ticket}: only ${left} left. Nothing was sold. Lower the number, or choose another ticket.`,
        )
      : i18n._(msg`${ticket} is sold out. Nothing was sold. Choose another ticket.`);
  }
  if (error.code === 'TOTAL_CHANGED') {
    const minor = Number(params['total'] ?? 0);
    const total = formatMoney({ minor, currency, locale: languageTag(i18n.locale) });
    return i18n._(
      msg`The price has changed to ${total}. Nothing was sold. Check it with the guest, then press again.`,
    );
  }
  const [field] = error.errors;
  if (error.code === 'VALIDATION_FAILED' && field) return fieldErrorMessage(i18n, field);
  return errorMessage(i18n, error);
}
