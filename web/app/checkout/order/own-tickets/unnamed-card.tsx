import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import type { OwnTicket } from '@entrada/contract/sales/own-tickets/changes';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCopy, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../platform/use-hydrated.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Stub } from '../../../ui/brand/stub.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import type { Country } from '../../../ui/form/question-field.tsx';
import { QuestionFields } from '../../details/question-fields.tsx';
import summary from '../summary-page.module.css';
import { OWN_FORM } from './address.ts';
import styles from './forms.module.css';
import { PersonFields } from './person-fields.tsx';
import { Refused, useRefusal } from './refused.tsx';

type Props = { order: BuyerOrder; ticket: OwnTicket; formKey: string; countries: readonly Country[] };

/** A ticket whose buyer has not said yet who comes, with the form for that. The code appears with the name. */
export function UnnamedCard({ order, ticket, formKey, countries }: Props) {
  const { i18n, t } = useLingui();
  const navigation = useNavigation();
  const isHydrated = useHydrated();
  const [key] = useState(formKey);
  const { refusal, errors } = useRefusal('name', ticket.reference);
  const id = `who-${ticket.reference}`;
  return (
    <Stub
      orientation="horizontal"
      className={summary.ticket ?? ''}
      main={
        <Form method="post" action={`?${OWN_FORM}`} preventScrollReset noValidate className={styles.form}>
          <div className={styles.head}>
            <p className={summary.kind}>{sideBySide([ticket.ticketName, ticket.priceLabel], i18n.locale)}</p>
            <Badge tone="attn">
              <Trans>Name missing</Trans>
            </Badge>
          </div>
          <h3 id={id} className={summary.name}>
            <Trans>Who is coming?</Trans>
          </h3>
          <input type="hidden" name="intent" value="name" />
          <input type="hidden" name="reference" value={ticket.reference} />
          <input type="hidden" name="version" value={ticket.version} />
          <input type="hidden" name="key" value={key} />
          <input type="hidden" name="asks" value="" />
          <Refused refusal={refusal} organizer={order.event.organizer.name} />
          {isHydrated && order.buyer && (
            <Button
              size="sm"
              icon={<IconCopy size={16} stroke={1.75} aria-hidden="true" />}
              onClick={({ currentTarget: { form } }) => {
                for (const field of ['firstName', 'lastName', 'email'] as const) {
                  const box = form?.elements.namedItem(field);
                  if (box instanceof HTMLInputElement) box.value = order.buyer?.[field] ?? '';
                }
              }}
            >
              <Trans>Use my details</Trans>
            </Button>
          )}
          <PersonFields
            id={id}
            values={refusal?.typed ?? {}}
            errors={errors}
            emailHint={t`Sends the ticket`}
          />
          <QuestionFields
            questions={ticket.questions}
            path="answers"
            idBefore={`${id}-`}
            sheet={refusal?.answers}
            errors={errors}
            countries={countries}
          />
          <Button
            type="submit"
            variant="primary"
            loading={navigation.formData?.get('reference') === ticket.reference}
          >
            <Trans>Save and show ticket</Trans>
          </Button>
        </Form>
      }
      end={
        <div className={summary.code}>
          <IconQrcode stroke={1.5} aria-hidden="true" className={styles.icon} />
          <span className={summary.place}>
            <Trans>The code appears with the name</Trans>
          </span>
        </div>
      }
    />
  );
}
