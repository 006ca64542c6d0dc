import { LIMITS, SEO_ADVISED } from '@entrada/contract/constants';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Section } from '../../kit/display/section.tsx';
import { OptionalLabel } from '../../kit/fields/labels.tsx';
import { LimitedTextarea } from '../../kit/fields/limited-text.tsx';
import { Line, Toggle } from '../fields.tsx';
import { useSettingsWords } from '../labels.ts';
import type { SectionProps } from '../section-props.ts';
import { SearchResult, ShareCard } from './share-preview.tsx';

export function SeoSection(props: SectionProps) {
  const { event, values, errors, set } = props;
  const { t } = useLingui();
  const { labels } = useSettingsWords();
  return (
    <>
      <Section
        title={<Trans>Words</Trans>}
        text={
          <Trans>
            What search engines and other apps say of the event. Empty, they take its name and description.
          </Trans>
        }
      >
        <Line
          {...props}
          field="seoTitle"
          max={LIMITS.seoTitle}
          placeholder={event.title}
          description={<Advice length={values.seoTitle.length} best={SEO_ADVISED.title} />}
        />
        <LimitedTextarea
          label={<OptionalLabel>{labels.seoDescription}</OptionalLabel>}
          autosize
          minRows={3}
          maxRows={6}
          limit={LIMITS.seoDescription}
          description={<Advice length={values.seoDescription.length} best={SEO_ADVISED.description} />}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          value={values.seoDescription}
          onChange={(change) => set('seoDescription', change.currentTarget.value.replace(/\n/g, ' '))}
          error={errors['seoDescription']}
        />
        <Line
          {...props}
          field="seoKeywords"
          max={LIMITS.seoKeywords}
          placeholder={t`festival, music, València`}
          description={t`With commas between them. Most search engines pay them little attention.`}
        />
      </Section>
      <Section
        title={<Trans>Indexing</Trans>}
        text={<Trans>Whoever has the link can open the page either way.</Trans>}
      >
        <Toggle
          {...props}
          field="allowIndexing"
          text={t`Off, the page asks them to leave it out. One that is listed already can take weeks to go.`}
        />
      </Section>
      <Section
        title={<Trans>Search result</Trans>}
        text={<Trans>About what a search engine shows; each decides for itself.</Trans>}
      >
        <SearchResult event={event} values={values} />
      </Section>
      <Section
        title={<Trans>Share card</Trans>}
        text={<Trans>When someone sends the link in a chat or posts it.</Trans>}
      >
        <ShareCard event={event} values={values} />
      </Section>
    </>
  );
}

function Advice({ length, best }: { length: number; best: number }) {
  return length > best ? (
    <Trans>
      <Plural value={length} one="# character" other="# characters" />. Beyond {best} it is usually cut.
    </Trans>
  ) : (
    <Trans>
      {length} of {best} advised characters
    </Trans>
  );
}
