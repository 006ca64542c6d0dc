// Each from its own package: the index of all of them would load Tailwind and two more parsers (docs/decisions/042).
import { Body } from '@react-email/body';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { Img } from '@react-email/img';
import { Link as MailLink } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { render } from '@react-email/render';
import { Text } from '@react-email/text';
import type { CSSProperties, ReactNode } from 'react';
import type { Logo } from '../facts.ts';
import { longestWord } from './breaks/unbroken.ts';
import { Words } from './breaks/words.tsx';
import { withLinks } from './harmless/links.ts';
import { FactTable, ReceiptTable, Table, TicketTable } from './html-tables.tsx';
import { beforeLink, type Letter, type Link, type Note, type Paragraph } from './letter.ts';
import { STYLESHEET, styles } from './theme.ts';

/** The letter as an HTML document; `language` is a BCP 47 tag. */
export function renderHtml(letter: Letter, language: string): Promise<string> {
  return render(<LetterDocument letter={letter} language={language} />);
}

function LetterDocument({ letter, language }: { letter: Letter; language: string }) {
  return (
    <Html lang={language} dir="ltr">
      <Head>
        <title>{letter.subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this package */}
        <style dangerouslySetInnerHTML={{ __html: STYLESHEET }} />
      </Head>
      <Body className="page" style={styles.page}>
        <Preview>{letter.preheader}</Preview>
        <Table className="sheet" width="600" align="center" style={styles.sheet}>
          <Sheet letter={letter} />
        </Table>
      </Body>
    </Html>
  );
}

/** A word of more characters does not fit into one line of a heading on a phone. */
const LONG_WORD = 22;

function Sheet({ letter }: { letter: Letter }) {
  const isLong = longestWord(letter.title) > LONG_WORD;
  const heading = isLong || letter.title.length > 34 ? styles.headingTight : styles.heading;
  return (
    <>
      <Band style={styles.sender}>
        {letter.logo ? <SenderWithLogo name={letter.sender} logo={letter.logo} /> : letter.sender}
      </Band>
      {letter.cover && (
        <tr>
          <td>
            <Img src={letter.cover.url} alt={letter.cover.alt} width="600" style={styles.cover} />
          </td>
        </tr>
      )}
      <Band style={{ padding: letter.cover ? '36px 40px 0' : '12px 40px 0' }}>
        <Heading as="h1" className={isLong ? 'h1 long ink' : 'h1 ink'} style={heading}>
          <Words text={letter.title} />
        </Heading>
        <Paragraphs items={letter.body} />
        {letter.rich && (
          <div
            className="html ink"
            style={styles.paragraph}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when the organizer saved it
            dangerouslySetInnerHTML={{ __html: letter.rich }}
          />
        )}
      </Band>
      {letter.action && (
        <Band style={{ padding: '28px 40px 0' }}>
          <Action link={letter.action} />
        </Band>
      )}
      {letter.afterAction.length > 0 && (
        <Band style={{ padding: '12px 40px 0' }}>
          <Paragraphs items={letter.afterAction} />
        </Band>
      )}
      {letter.facts.length > 0 && (
        <Band style={{ padding: '36px 40px 0' }}>
          <FactTable facts={letter.facts} />
        </Band>
      )}
      {letter.tickets && (
        <Band style={{ padding: '16px 40px 0' }}>
          <Heading as="h2" className="ink rule" style={styles.sectionHeading}>
            {letter.tickets.title}
          </Heading>
          <TicketTable rows={letter.tickets.rows} />
        </Band>
      )}
      {letter.receipt && (
        <Band style={{ padding: '28px 40px 0' }}>
          <ReceiptTable receipt={letter.receipt} />
        </Band>
      )}
      {letter.notes.map((note) => (
        <Band key={note.title} style={{ padding: '32px 40px 0' }}>
          <NoteText note={note} />
        </Band>
      ))}
      <Band style={{ padding: '40px 40px 0', fontSize: 0, lineHeight: 0 }}>{'\u00a0'}</Band>
      <tr>
        <td className="pad rule soft" style={styles.footer}>
          {letter.footer.map((line) =>
            'html' in line ? (
              <div
                key={line.html}
                className="html soft"
                style={styles.footerLine}
                // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when the organizer saved it
                dangerouslySetInnerHTML={{ __html: line.html }}
              />
            ) : (
              <Text key={line.text} className="soft" style={styles.footerLine}>
                <ParagraphText paragraph={line} linkStyle={styles.quietLink} />
              </Text>
            ),
          )}
        </td>
      </tr>
    </>
  );
}

function SenderWithLogo({ name, logo }: { name: string; logo: Logo }) {
  return (
    <Table>
      <tr>
        <td width={logo.width} style={styles.logo}>
          <Img
            src={logo.url}
            alt={logo.alt}
            width={logo.width}
            height={logo.height}
            style={styles.logoPicture}
          />
        </td>
        <td className="ink" style={styles.besideLogo}>
          {name}
        </td>
      </tr>
    </Table>
  );
}

function Band({ style, children }: { style: CSSProperties; children: ReactNode }) {
  return (
    <tr>
      <td className="pad ink" style={style}>
        {children}
      </td>
    </tr>
  );
}

function Action({ link }: { link: Link }) {
  return (
    <Table width="100%">
      <tr>
        <td align="center" style={styles.button}>
          <MailLink href={link.url} style={styles.buttonLink}>
            <span style={{ color: styles.buttonLink.color }}>{link.label}</span>
          </MailLink>
        </td>
      </tr>
    </Table>
  );
}

function Paragraphs({ items }: { items: Paragraph[] }) {
  return items.map((item) => (
    <Text key={item.text} className="ink" style={styles.paragraph}>
      <ParagraphText paragraph={item} linkStyle={styles.link} />
    </Text>
  ));
}

function ParagraphText({ paragraph, linkStyle }: { paragraph: Paragraph; linkStyle: CSSProperties }) {
  const { text, strong, link } = paragraph;
  const at = strong ? text.indexOf(strong) : -1;
  return (
    <>
      {strong && at >= 0 ? (
        <>
          <Words text={text.slice(0, at)} />
          <b style={styles.strong}>
            <Words text={strong} />
          </b>
          <Words text={text.slice(at + strong.length)} />
        </>
      ) : (
        <Lines text={text} linkStyle={linkStyle} />
      )}
      {link && (
        <>
          {beforeLink(text)}
          <MailLink href={link.url} style={linkStyle}>
            <Words text={link.label} />
          </MailLink>
        </>
      )}
    </>
  );
}

/** Plain text with its line breaks. Addresses in it become links. */
function Lines({ text, linkStyle }: { text: string; linkStyle: CSSProperties }) {
  return text.split(/\r?\n/).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
    <span key={index}>
      {index > 0 && <br />}
      {withLinks(line).map((piece, place) =>
        piece.url ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
          <MailLink key={place} href={piece.url} style={linkStyle}>
            {piece.text}
          </MailLink>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
          <Words key={place} text={piece.text} />
        ),
      )}
    </span>
  ));
}

function NoteText({ note }: { note: Note }) {
  return (
    <>
      <b style={styles.strong}>{note.title}</b>
      <br />
      {'html' in note ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when the organizer saved it
        <div className="html" dangerouslySetInnerHTML={{ __html: note.html }} />
      ) : (
        <Lines text={note.text} linkStyle={styles.link} />
      )}
    </>
  );
}
