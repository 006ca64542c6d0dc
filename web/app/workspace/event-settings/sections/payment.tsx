import { LIMITS, OFFLINE_DAYS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { Note } from '../../../ui/notices/note.tsx';
import { Section } from '../../kit/display/section.tsx';
import { Two } from '../../kit/display/two.tsx';
import { LimitedTextarea } from '../../kit/fields/limited-text.tsx';
import { usePaidTickets } from '../api.ts';
import { Formatted, Line, Toggle } from '../fields.tsx';
import { useSettingsWords } from '../labels.ts';
import type { SectionProps } from '../section-props.ts';
import styles from '../settings.module.css';
import { CardState } from './card-state.tsx';
import { GiveBackSection } from './returns/give-back.tsx';

export function PaymentSection(props: SectionProps) {
  const { event, values } = props;
  const { t } = useLingui();
  const { data: tickets } = usePaidTickets(event.id);
  const isPaid = tickets !== undefined && tickets.length > 0;
  return (
    <>
      {isPaid && !values.cardPayments && !values.offlinePayments && (
        <div className={styles.warning}>
          <Note tone="attn" announce>
            <Trans>
              <b>Nobody can pay.</b> This event has tickets with a price. Keep at least one way to pay on, or
              they can’t be bought.
            </Trans>
          </Note>
        </div>
      )}
      <Section title={<Trans>Cards</Trans>} text={<Trans>Paid online, at once.</Trans>}>
        <Toggle {...props} field="cardPayments" />
        <CardState isUsed={values.cardPayments} />
      </Section>
      <Section
        title={<Trans>Offline</Trans>}
        text={
          <Trans>By bank transfer, in cash or however you tell people to. You mark the order as paid.</Trans>
        }
      >
        <Toggle
          {...props}
          field="offlinePayments"
          text={t`Tickets are kept for the buyer, and become valid once you have the money.`}
        />
        {values.offlinePayments && <Offline {...props} />}
      </Section>
      <Section
        title={<Trans>Invoices</Trans>}
        text={<Trans>A numbered PDF for every order with something to pay.</Trans>}
      >
        <Toggle {...props} field="invoicing" text={t`Buyers find it with their order, you with yours.`} />
        {values.invoicing && <Invoices {...props} />}
      </Section>
      <GiveBackSection {...props} />
    </>
  );
}

function Offline(props: SectionProps) {
  const { values, errors, set } = props;
  const { t } = useLingui();
  const { labels } = useSettingsWords();
  return (
    <>
      <Formatted
        {...props}
        field="offlineInstructions"
        description={t`Shown when someone orders, and in the email that follows: the account, the reference to give, where to come.`}
      />
      {values.offlineInstructions === '' && (
        <Note tone="attn">
          <Trans>Without this, buyers don’t learn where to send the money.</Trans>
        </Note>
      )}
      <TextInput
        className={styles.short}
        label={labels.offlineDays}
        description={t`From ${OFFLINE_DAYS.min} to ${OFFLINE_DAYS.max}. After that the tickets go back on sale.`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        inputMode="numeric"
        autoComplete="off"
        value={values.offlineDays}
        onChange={(change) => set('offlineDays', change.currentTarget.value)}
        error={errors['offlineDays']}
      />
    </>
  );
}

function Invoices(props: SectionProps) {
  const { event, values, errors, set } = props;
  const { t } = useLingui();
  const { labels } = useSettingsWords();
  return (
    <>
      <LimitedTextarea
        label={labels.invoiceIssuer}
        autosize
        minRows={3}
        maxRows={8}
        limit={LIMITS.invoiceIssuer}
        placeholder={event.organizer.name}
        description={t`Name and address as they must stand on an invoice.`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        value={values.invoiceIssuer}
        onChange={(change) => set('invoiceIssuer', change.currentTarget.value)}
        error={errors['invoiceIssuer']}
      />
      {values.invoiceIssuer.trim() === '' && (
        <Note tone="attn">
          <Trans>
            An invoice without the name and address of who issues it is not valid in most countries.
          </Trans>
        </Note>
      )}
      <Line {...props} field="invoiceTaxId" max={LIMITS.invoiceTaxId} />
      <Two>
        <Line
          {...props}
          field="invoicePrefix"
          max={LIMITS.invoicePrefix}
          placeholder={t`INV-`}
          description={t`Letters, figures and - _ . /`}
        />
        <Line
          {...props}
          field="creditNotePrefix"
          max={LIMITS.invoicePrefix}
          description={t`For what is refunded of an invoice.`}
        />
      </Two>
    </>
  );
}
