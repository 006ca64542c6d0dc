import { formatMoney } from '@entrada/contract/money';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import type { OwnTickets } from '@entrada/contract/sales/own-tickets/changes';
import type { SelfService } from '@entrada/contract/sales/self-service/give-back';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconReceiptRefund } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Form, useActionData, useNavigation } from 'react-router';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { useHydrated } from '../../../platform/use-hydrated.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { TextArea } from '../../../ui/form/text-input.tsx';
import { Dialog } from '../../../ui/notices/dialog.tsx';
import { StepSentences } from '../../../ui/policy/words.tsx';
import { Space } from '../../../ui/space.tsx';
import { addressOf } from '../own-tickets/address.ts';
import styles from './give-back.module.css';
import { Refused } from './outcome.tsx';
import type { GiveBackAnswer } from './send.server.ts';
import { GiveBackSum } from './sum.tsx';
import { TicketChoice } from './tickets.tsx';

type Props = {
  order: BuyerOrder;
  service: SelfService;
  own: OwnTickets | null;
  formKey: string;
  /** The page of the tickets. */
  page: string | null;
};

/**
 * The tickets to choose from, what goes back and where to, in a drawer whose button does it. Without scripts the same
 * form opens in its place on the page.
 */
export function GiveBackForm({ order, service, own, formKey, page }: Props) {
  const { i18n, t } = useLingui();
  const isHydrated = useHydrated();
  const navigation = useNavigation();
  const id = useId();
  // A refused form keeps its key with what was typed.
  const [key] = useState(formKey);
  const answer = useActionData<GiveBackAnswer | { gaveBack?: undefined }>();
  const [links, setLinks] = useState<readonly string[]>([]);
  const [isOpen, setOpen] = useState(false);
  // What became of it stands on the page.
  useEffect(() => {
    if (answer?.gaveBack === 'done' || answer?.gaveBack === 'asked') setOpen(false);
  }, [answer]);
  const { tickets } = service.giveBack;
  const { currency, policy } = service;
  const chosen = tickets.filter(({ shortId }) => shortId !== null && links.includes(shortId));
  const back = chosen.reduce((sum, one) => sum + one.back, 0);
  const isAsked = chosen.some(({ asked }) => asked !== null);
  const amount = formatMoney({ minor: back, currency, locale: languageTag(i18n.locale) });
  const isSending = navigation.formAction?.includes('give-back') ?? false;
  const verb = isAsked ? t`Ask for ${amount} back` : back > 0 ? t`Give back for ${amount}` : t`Give back`;
  // All of it goes back after the event changed, whatever the policy says.
  const isByPolicy = policy !== null && policy.present !== null && service.giveBack.returnsUntil === null;
  const step = isByPolicy ? policy.steps[policy.present ?? 0] : undefined;
  const form = (fields: ReactNode) => (
    <Form id={id} method="post" action="?give-back" preventScrollReset className={styles.form} noValidate>
      <input type="hidden" name="key" value={key} />
      {step && (
        <p className={styles.policy}>
          <StepSentences step={step} timezone={order.event.timezone} />
          <Space />
          {step.way === 'automatic' && <Trans>It is accepted at once and needs no reason.</Trans>}
        </p>
      )}
      <TicketChoice
        tickets={tickets}
        currency={currency}
        takeBack={(reference) =>
          own?.tickets.some((one) => one.reference === reference && !one.takeBack)
            ? addressOf(order, { change: 'take-back', ticket: reference, tickets: page })
            : null
        }
        onLeave={() => setOpen(false)}
        chosen={isHydrated ? links : null}
        choose={(shortId, isChosen) =>
          setLinks((all) => (isChosen ? [...all, shortId] : all.filter((link) => link !== shortId)))
        }
      />
      <TextArea
        name="reason"
        label={t`Why`}
        hint={t`The organizer reads it.`}
        optional
        limit={1000}
        rows={3}
      />
      {fields}
    </Form>
  );
  if (!isHydrated)
    return (
      <>
        <Refused />
        <details className={styles.disclosure}>
          <summary className={buttonClass({ size: 'lg' })}>
            <IconReceiptRefund size={18} stroke={1.75} aria-hidden="true" />
            <Trans>Give tickets back</Trans>
          </summary>
          {form(
            <Button type="submit" variant="ink" size="lg">
              <Trans>Give back</Trans>
            </Button>,
          )}
        </details>
      </>
    );
  return (
    <>
      <p>
        <Button size="lg" onClick={() => setOpen(true)}>
          <IconReceiptRefund size={18} stroke={1.75} aria-hidden="true" />
          <Trans>Give tickets back</Trans>
        </Button>
      </p>
      <Dialog
        look="side"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={<Trans>Give tickets back</Trans>}
        actions={
          <>
            <Button size="lg" onClick={() => setOpen(false)} disabled={isSending}>
              <Trans>Keep tickets</Trans>
            </Button>
            <Button
              type="submit"
              form={id}
              variant="primary"
              size="lg"
              disabled={chosen.length === 0}
              loading={isSending}
            >
              {verb}
            </Button>
          </>
        }
      >
        {form(
          <>
            <input type="hidden" name="expected" value={back} />
            {chosen.length > 0 && (
              <GiveBackSum
                tickets={chosen}
                currency={currency}
                isAsked={isAsked}
                isCalledOff={order.event.isCalledOff}
                last4={order.payment?.cardLast4 ?? null}
              />
            )}
            <Refused />
          </>,
        )}
      </Dialog>
    </>
  );
}
