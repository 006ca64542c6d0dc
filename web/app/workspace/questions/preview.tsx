import { isChoice } from '@entrada/contract/catalog/answers';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconEyeOff } from '@tabler/icons-react';
import { useDeferredValue, useId, useMemo } from 'react';
import { countriesIn } from '../../platform/i18n/countries.ts';
import { QuestionField } from '../../ui/form/question-field.tsx';
import styles from './questions.module.css';
import { filledOptions, type QuestionValues } from './values.ts';

/** The question as the checkout shows it, to try it out. Nothing is stored. */
export function QuestionPreview({ values }: { values: QuestionValues }) {
  const { t, i18n } = useLingui();
  const headId = useId();
  const shown = useDeferredValue(values);
  const isAddress = shown.type === 'address';
  const countries = useMemo(() => (isAddress ? countriesIn(i18n.locale) : []), [isAddress, i18n.locale]);
  const options = isChoice(shown.type) ? [...new Set(filledOptions(shown.options))] : [];
  const question = {
    type: shown.type,
    title: shown.title.trim() || t`Your question`,
    description: shown.description.trim(),
    options: isChoice(shown.type) && options.length === 0 ? [t`Option 1`, t`Option 2`] : options,
    required: shown.required,
  };
  return (
    <section className={styles.preview} aria-labelledby={headId}>
      <h3 id={headId} className={styles.previewHead}>
        <Trans>As buyers see it</Trans>
      </h3>
      {shown.hidden ? (
        <p className={styles.unseen}>
          <IconEyeOff size={18} stroke={1.75} aria-hidden="true" />
          <Trans>Buyers never see this question.</Trans>
        </p>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: keeps Enter within the preview from saving the form
        <div
          className={styles.previewBody}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
          }}
        >
          <QuestionField
            key={question.type}
            question={question}
            path="preview"
            value={undefined}
            errors={{}}
            countries={countries}
          />
        </div>
      )}
    </section>
  );
}
