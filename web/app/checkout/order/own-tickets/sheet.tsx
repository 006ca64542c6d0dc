import { personName } from '@entrada/contract/accounts/person-name';
import { LIMITS } from '@entrada/contract/constants';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import type { OwnInvoice } from '@entrada/contract/sales/invoices/details';
import type { OwnTicket } from '@entrada/contract/sales/own-tickets/changes';
import { asTyped } from '@entrada/contract/words/side-by-side';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Form, Link, useNavigate, useNavigation } from 'react-router';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { TextArea } from '../../../ui/form/text-input.tsx';
import { focusFirstField } from '../../../ui/notices/first-field.ts';
import { addressOf, OWN_FORM, type Sheet } from './address.ts';
import styles from './forms.module.css';
import { InvoiceFields } from './invoice.tsx';
import { PersonFields } from './person-fields.tsx';
import { Refused, useRefusal } from './refused.tsx';

type SheetProps = {
  order: BuyerOrder;
  kind: Sheet;
  /** The ticket that it is about; null for the link and the invoice of the order. */
  ticket: OwnTicket | null;
  /** Null if nothing of the order is invoiced. */
  invoice: OwnInvoice | null;
  formKey: string;
  page: string | null;
};

/**
 * The form over the page that its address opens. It is part of the page, so that its words are there without scripts. The
 * browser's own dialog holds the focus; without scripts it stands open above the page, and its links close it.
 */
export function OwnSheet({ order, kind, ticket, invoice, formKey, page }: SheetProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [key] = useState(formKey);
  const reference = ticket?.reference ?? '';
  const { refusal, errors } = useRefusal(kind, reference);
  const back = addressOf(order, { tickets: page });
  const close = () => navigate(back, { preventScrollReset: true, replace: true });
  // The dialog is closed while it is still a part of the page, so that the focus goes back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.close();
    element?.showModal();
    return () => element?.close();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer that refuses something moves the focus
  useEffect(() => {
    if (dialog.current) focusFirstField(dialog.current);
  }, [refusal]);
  const words = useWords(order, kind, ticket, invoice);
  const obstacle = kind === 'invoice' ? invoice?.obstacle : null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself answers Escape through onCancel
    <dialog
      ref={dialog}
      open
      className={styles.sheet}
      aria-labelledby="own-sheet"
      onCancel={(event) => {
        event.preventDefault();
        void close();
      }}
      onClick={(event) => event.target === event.currentTarget && void close()}
    >
      <Form
        method="post"
        action={`?${OWN_FORM}&change=${kind}&ticket=${reference}${page ? `&tickets=${page}` : ''}`}
        preventScrollReset
        replace
        noValidate
        className={styles.inner}
      >
        <div className={styles.head}>
          <h2 id="own-sheet">{words.title}</h2>
          <Link to={back} preventScrollReset replace className={styles.close} aria-label={t`Close`}>
            <IconX size={20} stroke={1.75} aria-hidden="true" />
          </Link>
        </div>
        <p className={styles.lead}>{words.lead}</p>
        <input type="hidden" name="intent" value={kind} />
        <input type="hidden" name="reference" value={reference} />
        <input type="hidden" name="version" value={ticket?.version ?? invoice?.version ?? 1} />
        <input type="hidden" name="key" value={key} />
        <Refused
          refusal={refusal ?? (obstacle ? { refused: kind, code: obstacle, errors: [] } : null)}
          organizer={order.event.organizer.name}
        />
        {kind === 'invoice' && invoice && !obstacle && (
          <InvoiceFields invoice={invoice} typed={refusal?.typed ?? null} errors={errors} />
        )}
        {(kind === 'name' || kind === 'pass-on') && (
          <PersonFields
            id="own"
            values={refusal?.typed ?? (kind === 'name' ? (ticket?.holder ?? {}) : {})}
            errors={errors}
          />
        )}
        {kind === 'pass-on' && (
          <TextArea
            name="note"
            label={t`Note`}
            optional
            limit={LIMITS.passOnNote}
            defaultValue={refusal?.typed['note']}
            error={errors['note']}
          />
        )}
        {words.facts.length > 0 && !obstacle && (
          <ul className={styles.facts}>
            {words.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        )}
        <div className={styles.foot}>
          <Link to={back} preventScrollReset replace className={buttonClass({ size: 'lg' })}>
            <Trans>Cancel</Trans>
          </Link>
          {!obstacle && (
            <Button type="submit" variant="primary" size="lg" loading={navigation.formMethod === 'POST'}>
              {words.verb}
            </Button>
          )}
        </div>
      </Form>
    </dialog>
  );
}

type Words = { title: string; lead: ReactNode; facts: string[]; verb: string };

function useWords(
  order: BuyerOrder,
  kind: Sheet,
  ticket: OwnTicket | null,
  invoice: OwnInvoice | null,
): Words {
  const { t } = useLingui();
  const what = ticket ? asTyped([ticket.ticketName, ticket.priceLabel]) : '';
  const name = personName(ticket?.holder ?? {});
  const email = order.buyer?.email ?? '';
  const lead = (
    <Trans>
      {what}, now in the name of {name}.
    </Trans>
  );
  switch (kind) {
    case 'name':
      return {
        title: t`Change name`,
        lead,
        facts: [
          t`The code of the ticket stays the same`,
          t`A new address gets the ticket, and the old one is told`,
        ],
        verb: t`Save`,
      };
    case 'pass-on':
      return {
        title: t`Pass on a ticket`,
        lead,
        facts: [
          t`They get an email with the ticket and a new code`,
          t`Your code stops working at once`,
          t`You can take it back until they open it`,
          t`Passing on is free. What you agree about money stays between you.`,
        ],
        verb: t`Pass on ticket`,
      };
    case 'take-back':
      return {
        title: t`Take the ticket back`,
        lead: (
          <Trans>
            {what}, passed on to {name}.
          </Trans>
        ),
        facts: [
          t`Their code stops working at once`,
          t`You get a new code`,
          t`They get an email that says so`,
        ],
        verb: t`Take it back`,
      };
    case 'invoice': {
      const left = invoice?.left ?? 0;
      return {
        title: t`Change invoice details`,
        lead: <Trans>To whom this order is invoiced.</Trans>,
        facts: invoice?.isIssued
          ? [
              t`An issued invoice stays as it is: a credit note ends it, and you get a new one`,
              t`Both go to ${email}`,
              t`${plural(left, { one: 'You can change it # more time', other: 'You can change it # more times' })}`,
            ]
          : [t`The invoice comes once the order is paid`],
        verb: invoice?.isIssued ? t`Get new invoice` : t`Save`,
      };
    }
    default:
      return {
        title: t`Make a new link`,
        lead: <Trans>The new link of this order goes to {email}.</Trans>,
        facts: [
          t`The present link stops working at once, also for you`,
          ...(order.event.isCalledOff ? [] : [t`Tickets and codes stay valid`]),
        ],
        verb: t`Make a new link`,
      };
  }
}
