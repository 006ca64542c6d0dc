import { personName } from '@entrada/contract/accounts/person-name';
import { formatMoney } from '@entrada/contract/money';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import type { SelfService } from '@entrada/contract/sales/self-service/give-back';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconReceiptRefund } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Form, useActionData, useNavigation } from 'react-router';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { useHydrated } from '../../../platform/use-hydrated.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { TextArea } from '../../../ui/form/text-input.tsx';
import { Money } from '../../../ui/money.tsx';
import { Dialog } from '../../../ui/notices/dialog.tsx';
import { Space } from '../../../ui/space.tsx';
import styles from './give-back.module.css';

type Props = { order: BuyerOrder; service: SelfService; formKey: string };
type Ticket = SelfService['giveBack']['tickets'][number];

const sum = (tickets: readonly Ticket[], pick: (one: Ticket) => number) =>
  tickets.reduce((total, one) => total + pick(one), 0);

/**
 * The tickets to choose from, what goes back, and a question before it happens. Without scripts the form is sent at once.
 */
export function GiveBackForm({ order, service, formKey }: Props) {
  const { i18n, t } = useLingui();
  const isHydrated = useHydrated();
  const navigation = useNavigation();
  // A refused form keeps its key with what was typed.
  const [key] = useState(formKey);
  const answer = useActionData();
  const [links, setLinks] = useState<readonly string[]>([]);
  const [isAsking, setAsking] = useState(false);
  // The answer stands above the form.
  useEffect(() => {
    if (answer) setAsking(false);
  }, [answer]);
  const { tickets } = service.giveBack;
  const { currency } = service;
  const chosen = tickets.filter(({ shortId }) => links.includes(shortId));
  const back = sum(chosen, (one) => one.back);
  const isAsked = chosen.some(({ asked }) => asked !== null);
  const amount = formatMoney({ minor: back, currency, locale: languageTag(i18n.locale) });
  const isSending = navigation.formAction?.includes('give-back') ?? false;
  const verb = isAsked ? t`Ask for ${amount} back` : back > 0 ? t`Give back for ${amount}` : t`Give back`;
  return (
    <details className={styles.disclosure}>
      <summary className={buttonClass({ size: 'lg' })}>
        <IconReceiptRefund size={18} stroke={1.75} aria-hidden="true" />
        <Trans>Give tickets back</Trans>
      </summary>
      <Form method="post" action="?give-back" preventScrollReset className={styles.form} noValidate>
        <input type="hidden" name="key" value={key} />
        {isHydrated && <input type="hidden" name="expected" value={back} />}
        <fieldset className={styles.tickets}>
          <legend>
            <Trans>Which tickets?</Trans>
          </legend>
          {tickets.map((ticket) => (
            <div key={ticket.shortId} className={styles.ticket}>
              <Checkbox
                name="ticket"
                value={ticket.shortId}
                checked={isHydrated ? links.includes(ticket.shortId) : undefined}
                onChange={({ currentTarget: { checked } }) =>
                  setLinks((all) =>
                    checked ? [...all, ticket.shortId] : all.filter((link) => link !== ticket.shortId),
                  )
                }
                label={
                  <>
                    {sideBySide([ticket.ticketName, ticket.priceLabel], i18n.locale)}
                    <span className={styles.who}>
                      {personName(ticket)} · <span className="num">{ticket.reference}</span>
                    </span>
                    <WhyAsked ticket={ticket} />
                  </>
                }
              />
              <b>
                <Money minor={ticket.back} currency={currency} />
              </b>
            </div>
          ))}
        </fieldset>
        <TextArea name="reason" label={t`Why`} hint={t`The organizer reads it.`} optional limit={1000} />
        {chosen.length > 0 && <Sum tickets={chosen} currency={currency} />}
        <Button
          type="submit"
          variant="ink"
          size="lg"
          disabled={isHydrated && chosen.length === 0}
          loading={isSending && !isAsking}
          onClick={(event) => {
            if (!isHydrated) return;
            event.preventDefault();
            setAsking(true);
          }}
        >
          {isHydrated ? verb : <Trans>Give back</Trans>}
        </Button>
        <Dialog
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          title={
            isAsked ? (
              <Plural
                value={chosen.length}
                one="Ask to give # ticket back?"
                other="Ask to give # tickets back?"
              />
            ) : (
              <Plural value={chosen.length} one="Give # ticket back?" other="Give # tickets back?" />
            )
          }
          actions={
            <>
              <Button onClick={() => setAsking(false)} disabled={isSending}>
                <Trans>Keep tickets</Trans>
              </Button>
              <Button type="submit" variant={isAsked ? 'ink' : 'danger-solid'} loading={isSending}>
                {verb}
              </Button>
            </>
          }
        >
          <Consequence
            order={order}
            isAsked={isAsked}
            count={chosen.length}
            amount={back > 0 ? amount : null}
          />
        </Dialog>
      </Form>
    </details>
  );
}

/** Why a ticket does not end at once, if anything else does. */
function WhyAsked({ ticket: { asked } }: { ticket: Ticket }) {
  if (asked === null || asked === 'policy') return null;
  return (
    <span className={styles.who}>
      {asked === 'checked_in' ? (
        <Trans>Somebody has entered with it, so the organizer decides.</Trans>
      ) : asked === 'passed_on' ? (
        <Trans>Somebody else had it, so the organizer decides.</Trans>
      ) : asked === 'disputed' ? (
        <Trans>Your bank was asked for the money, so the organizer decides.</Trans>
      ) : (
        <Trans>The organizer sends the money, and decides.</Trans>
      )}
    </span>
  );
}

function Sum({ tickets, currency }: { tickets: readonly Ticket[]; currency: string }) {
  const [paid, fees, back] = [
    sum(tickets, (one) => one.paid),
    sum(tickets, (one) => one.fees),
    sum(tickets, (one) => one.back),
  ];
  const lost = paid - fees - back;
  return (
    <dl className={styles.sum} aria-live="polite">
      <dt>
        <Trans>Paid</Trans>
      </dt>
      <dd>
        <Money minor={paid} currency={currency} />
      </dd>
      {fees > 0 && (
        <>
          <dt>
            <Trans>Fees, not returned</Trans>
          </dt>
          <dd>
            <Money minor={fees} currency={currency} />
          </dd>
        </>
      )}
      {lost > 0 && (
        <>
          <dt>
            <Trans>Kept by the organizer</Trans>
          </dt>
          <dd>
            <Money minor={lost} currency={currency} />
          </dd>
        </>
      )}
      <dt className={styles.total}>
        <Trans>You get</Trans>
      </dt>
      <dd className={styles.total}>
        <Money minor={back} currency={currency} />
      </dd>
    </dl>
  );
}

type Consequences = { order: BuyerOrder; isAsked: boolean; count: number; amount: string | null };

function Consequence({ order, isAsked, count, amount }: Consequences) {
  const last4 = order.payment?.cardLast4;
  if (isAsked) return <Trans>The organizer decides. Your tickets stay valid until then.</Trans>;
  return (
    <>
      <Plural
        value={count}
        one="The ticket stops working at once, and its place goes back on sale."
        other="The tickets stop working at once, and their places go back on sale."
      />
      <Space />
      {amount && last4 ? (
        <Trans>
          {amount} goes back to the card ending {last4}.
        </Trans>
      ) : amount ? (
        <Trans>{amount} goes back the way it was paid.</Trans>
      ) : null}
      <Space />
      <Trans>This cannot be undone.</Trans>
    </>
  );
}
