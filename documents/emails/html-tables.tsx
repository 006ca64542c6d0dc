import { Heading } from '@react-email/heading';
import { Link as MailLink } from '@react-email/link';
import type { ComponentProps } from 'react';
import { longestWord } from './breaks/unbroken.ts';
import { Words } from './breaks/words.tsx';
import type { Fact, Receipt, TicketRow } from './letter.ts';
import { styles } from './theme.ts';

type TableProps = Pick<ComponentProps<'table'>, 'children' | 'className' | 'style' | 'width'> & {
  align?: 'center';
};

/** A table for layout only: screen readers do not announce its cells. */
export function Table({ children, ...props }: TableProps) {
  return (
    <table role="presentation" cellPadding="0" cellSpacing="0" border={0} {...props}>
      <tbody>{children}</tbody>
    </table>
  );
}

function pairs<T>(items: T[]): T[][] {
  return items.flatMap((_, index) => (index % 2 === 0 ? [items.slice(index, index + 2)] : []));
}

export function FactTable({ facts }: { facts: Fact[] }) {
  return (
    <Table width="100%">
      {pairs(facts).map((row) => (
        <tr key={row[0]?.label}>
          {row.map((fact) => (
            <td key={fact.label} className="fact ink" style={styles.fact}>
              <FactText fact={fact} />
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

function FactText({ fact }: { fact: Fact }) {
  return (
    <>
      <span className="soft" style={styles.secondary}>
        {fact.label}
      </span>
      <br />
      <b style={styles.strong}>
        <Words text={fact.value} />
      </b>
      {fact.lines.map((line) => (
        <span key={line}>
          <br />
          <Words text={line} />
        </span>
      ))}
      {fact.link && (
        <>
          <br />
          <MailLink href={fact.link.url} style={styles.link}>
            <Words text={fact.link.label} />
          </MailLink>
        </>
      )}
    </>
  );
}

/** A word of more characters does not fit beside a link or an amount on a phone. */
const LONG_BESIDE_LINK = 20;
const LONG_BESIDE_AMOUNT = 26;
const LONG_BESIDE_TOTAL = 18;

/**
 * The classes of the two cells of each row of a table, which a long word puts below one another on a phone: in all rows, since
 * a row that keeps its two columns would leave the others only the first.
 */
const stacked = (texts: readonly string[], most: number): [string, string] =>
  texts.some((text) => longestWord(text) > most) ? ['over', 'under'] : ['', ''];

export function TicketTable({ rows }: { rows: TicketRow[] }) {
  const [over, under] = stacked(
    rows.map((row) => `${row.name} ${row.detail}`),
    LONG_BESIDE_LINK,
  );
  return (
    <Table width="100%">
      {rows.map((row, index) => {
        const border = index === rows.length - 1 ? { borderBottom: 'none' } : {};
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two tickets may share name and type
          <tr key={index}>
            <td className={`${over} ink rule`} style={{ ...styles.ticket, ...border }}>
              <b style={styles.strong}>{row.name}</b>
              <br />
              <span className="soft" style={styles.secondary}>
                <Words text={row.detail} />
              </span>
            </td>
            <td className={`${under} ink rule`} style={{ ...styles.ticketLink, ...border }}>
              {row.link && (
                <MailLink
                  href={row.link.url}
                  aria-label={`${row.link.label}, ${row.name}`}
                  style={styles.link}
                >
                  {row.link.label}
                </MailLink>
              )}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

export function ReceiptTable({ receipt }: { receipt: Receipt }) {
  const { total } = receipt;
  const [over, under] = stacked([total.note ?? ''], LONG_BESIDE_TOTAL);
  const [overAmount, underLabel] = stacked(
    receipt.lines.map(({ label }) => label),
    LONG_BESIDE_AMOUNT,
  );
  return (
    <Table className="rule" width="100%" style={styles.receipt}>
      <tr>
        <td className="inset ink" style={{ padding: '22px 24px 12px' }}>
          <Heading as="h2" className="ink" style={styles.receiptHeading}>
            <Words text={receipt.title} />
          </Heading>
          <Table width="100%">
            {receipt.lines.map((line, index) => {
              const look = line.isQuiet ? styles.receiptQuiet : styles.receiptLine;
              const scheme = line.isQuiet ? 'soft' : 'ink';
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
                <tr key={index}>
                  <td className={`${overAmount} line ${scheme}`} style={look}>
                    <Words text={line.label} />
                  </td>
                  <td className={`${underLabel} end line ${scheme}`} style={{ ...look, ...styles.amount }}>
                    {line.amount}
                  </td>
                </tr>
              );
            })}
          </Table>
        </td>
      </tr>
      <tr>
        <td className="inset ink rule" style={styles.perforation}>
          <Table width="100%">
            <tr>
              <td className={`${over} ink`}>
                <b style={styles.strong}>{total.label}</b>
                {total.note && (
                  <>
                    <br />
                    <span className="soft" style={{ ...styles.secondary, fontSize: 13, lineHeight: '18px' }}>
                      <Words text={total.note} />
                    </span>
                  </>
                )}
              </td>
              <td className={`${under} ink`} style={styles.total}>
                {total.amount}
              </td>
            </tr>
          </Table>
        </td>
      </tr>
    </Table>
  );
}
