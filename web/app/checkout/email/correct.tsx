import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Form, useActionData, useNavigation } from 'react-router';
import { errorCodeMessage, fieldErrors } from '../../platform/api/error-messages.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { OutcomeNote } from '../../ui/notices/outcome-note.tsx';
import { Space } from '../../ui/space.tsx';
import styles from './correct.module.css';
import type { CorrectionAnswer } from './correct.server.ts';
import { EmailInput } from './input.tsx';

/** Where the mails of an order go, and a form that corrects the address. It works without scripts too. */
export function CorrectEmail({ order }: { order: BuyerOrder }) {
  const { i18n, t } = useLingui();
  const answer = useActionData<CorrectionAnswer>();
  const navigation = useNavigation();
  const { buyer, emailCorrectionsLeft: left } = order;
  if (!buyer) return null;
  const refused = answer?.isDone === false ? answer : null;
  const error =
    refused && (fieldErrors(i18n, refused.errors)['email'] ?? errorCodeMessage(i18n, refused.code));
  return (
    <div className={styles.correct}>
      {answer?.isDone && (
        <OutcomeNote tone="ok" of={answer}>
          <Trans>
            We sent everything to <b>{buyer.email}</b>.
          </Trans>
        </OutcomeNote>
      )}
      {left > 0 ? (
        <details key={buyer.email} open={refused !== null}>
          <summary>
            <span className="link">
              <Trans>Wrong email address? Correct it</Trans>
            </span>
          </summary>
          <Form method="post" action="?email" noValidate preventScrollReset className={styles.form}>
            <EmailInput
              id="email"
              name="email"
              label={t`Email`}
              autoComplete="email"
              defaultValue={refused?.typed ?? buyer.email}
              error={error ?? undefined}
              required
            />
            <p className={styles.hint}>
              <Trans>We send everything to the new address and tell the old one that it changed.</Trans>
              <Space />
              <Plural value={left} one="You can do this once more." other="You can do this # more times." />
            </p>
            <Button type="submit" variant="ink" loading={navigation.formMethod === 'POST'}>
              <Trans>Send to this address</Trans>
            </Button>
          </Form>
        </details>
      ) : (
        refused && (
          <OutcomeNote tone="error" of={refused}>
            {errorCodeMessage(i18n, refused.code)}
          </OutcomeNote>
        )
      )}
    </div>
  );
}
