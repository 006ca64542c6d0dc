import { LIMITS } from '@entrada/contract/constants';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Country } from '../../ui/form/question-field.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { NameOrder } from '../../ui/name-order.tsx';
import { EmailInput } from '../email/input.tsx';
import { orderQuestions } from './answer-sheets.ts';
import type { DetailsValues } from './form.ts';
import styles from './page.module.css';
import { QuestionFields } from './question-fields.tsx';

type BuyerFieldsProps = {
  order: BuyerOrder;
  values: DetailsValues;
  errors: Record<string, string>;
  countries: readonly Country[];
};

/** The buyer, where the tickets go, and the questions of the order. */
export function BuyerFields({ order, values, errors, countries }: BuyerFieldsProps) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="your-details">
      <h1 id="your-details">
        <Trans>Your details</Trans>
      </h1>
      <p className={styles.sub}>
        {order.lines.some(({ admits }) => admits) ? (
          <Trans>We send the tickets and the receipt to this address.</Trans>
        ) : (
          <Trans>We send the confirmation to this address.</Trans>
        )}
      </p>
      <div className={styles.grid}>
        <NameOrder
          first={
            <TextInput
              id="firstName"
              name="firstName"
              label={t`First name`}
              autoComplete="given-name"
              limit={LIMITS.firstName}
              defaultValue={values.firstName}
              error={errors['firstName']}
              required
            />
          }
          last={
            <TextInput
              id="lastName"
              name="lastName"
              label={t`Last name`}
              autoComplete="family-name"
              limit={LIMITS.lastName}
              defaultValue={values.lastName}
              error={errors['lastName']}
              required
            />
          }
        />
        <div className={styles.full}>
          <EmailInput
            id="email"
            name="email"
            label={t`Email`}
            autoComplete="email"
            defaultValue={values.email}
            error={errors['email']}
            required
          />
        </div>
        <QuestionFields
          questions={orderQuestions(order)}
          path="answers"
          sheet={values.answers}
          errors={errors}
          countries={countries}
        />
      </div>
    </section>
  );
}
