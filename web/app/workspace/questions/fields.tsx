import {
  isChoice,
  QUESTION_TYPES,
  type QuestionScope,
  type QuestionType,
} from '@entrada/contract/catalog/answers';
import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, SegmentedControl, Select, Switch } from '@mantine/core';
import { IconReceipt, IconUsers } from '@tabler/icons-react';
import { useId } from 'react';
import { OptionalLabel } from '../kit/fields/labels.tsx';
import { LimitedInput, LimitedTextarea } from '../kit/fields/limited-text.tsx';
import { TicketChoice } from '../kit/fields/ticket-choice.tsx';
import { OptionsEditor } from './options-editor.tsx';
import { QuestionPreview } from './preview.tsx';
import styles from './questions.module.css';
import type { QuestionValues } from './values.ts';
import { questionTypes } from './words.ts';

type QuestionFieldsProps = {
  eventId: number;
  values: QuestionValues;
  errors: Record<string, string>;
  hasAnswers: boolean;
  set: (change: Partial<QuestionValues>) => void;
};

export function QuestionFields({ eventId, values, errors, hasAnswers, set }: QuestionFieldsProps) {
  const { t, i18n } = useLingui();
  const scopeId = useId();
  const scope = (value: QuestionScope) => {
    const Icon = value === 'order' ? IconReceipt : IconUsers;
    return {
      value,
      label: (
        <span className={styles.scope}>
          <Icon size={16} stroke={1.75} aria-hidden="true" />
          {value === 'order' ? t`Once per order` : t`Of each attendee`}
        </span>
      ),
    };
  };
  return (
    <>
      {hasAnswers && (
        <p className={styles.kept}>
          <Trans>Answers that were given keep the wording they were asked with.</Trans>
        </p>
      )}
      <div>
        <div className={styles.label} id={scopeId}>
          <Trans>Asked</Trans>
        </div>
        <SegmentedControl
          fullWidth
          aria-labelledby={scopeId}
          value={values.scope}
          onChange={(value) => set({ scope: value as QuestionScope })}
          data={[scope('order'), scope('attendee')]}
        />
      </div>
      <LimitedInput
        label={t`Question`}
        data-autofocus
        limit={LIMITS.questionTitle}
        value={values.title}
        onChange={(event) => set({ title: event.currentTarget.value })}
        error={errors['title']}
      />
      <LimitedTextarea
        label={<OptionalLabel>{t`Explanation`}</OptionalLabel>}
        autosize
        minRows={1}
        maxRows={6}
        limit={LIMITS.questionDescription}
        value={values.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
        error={errors['description']}
      />
      <Select
        label={t({ message: 'Answer', context: 'of a question' })}
        allowDeselect={false}
        checkIconPosition="right"
        value={values.type}
        onChange={(type) => type && set({ type: type as QuestionType })}
        data={QUESTION_TYPES.map((type) => ({ value: type, label: i18n._(questionTypes[type].name) }))}
        renderOption={({ option }) => {
          const Icon = questionTypes[option.value as QuestionType].icon;
          return (
            <Group gap="var(--s2-5)" wrap="nowrap">
              <Icon size={18} stroke={1.75} aria-hidden="true" />
              {option.label}
            </Group>
          );
        }}
        error={errors['type']}
      />
      {isChoice(values.type) && (
        <OptionsEditor options={values.options} errors={errors} onChange={(options) => set({ options })} />
      )}
      <Switch
        className={styles.switch ?? ''}
        labelPosition="left"
        label={t`Required`}
        description={t`Buyers can’t go on without an answer.`}
        checked={values.required}
        onChange={(event) => set({ required: event.currentTarget.checked })}
      />
      <Switch
        className={styles.switch ?? ''}
        labelPosition="left"
        label={t`Hide from buyers`}
        description={t`Nobody is asked. Organizers note the answer on each order or attendee.`}
        checked={values.hidden}
        onChange={(event) => set({ hidden: event.currentTarget.checked })}
      />
      <QuestionPreview values={values} />
      <TicketChoice
        eventId={eventId}
        title={t`Tickets`}
        onlyAdmitting={values.scope === 'attendee'}
        value={{ allTickets: values.appliesToAll, ticketIds: values.ticketIds.map(String) }}
        onChange={({ allTickets, ticketIds }) =>
          set({ appliesToAll: allTickets, ticketIds: ticketIds.map(Number) })
        }
        error={errors['ticketIds']}
        hint={
          !values.appliesToAll && (
            <p className={styles.detail}>
              {values.scope === 'order' ? (
                <Trans>An order is asked when it has one of these tickets.</Trans>
              ) : (
                <Trans>Only attendees with one of these tickets are asked.</Trans>
              )}
            </p>
          )
        }
      />
    </>
  );
}
