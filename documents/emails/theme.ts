import type { CSSProperties } from 'react';

const DISPLAY =
  "'Bricolage Grotesque','Arial Narrow',Arial,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif";
const TEXT = "Geist,Arial,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif";

const COLORS = {
  page: '#F3EFEA',
  surface: '#FFFFFF',
  ink: '#1C1815',
  secondary: '#665E56',
  line: '#E8E2DA',
  strongLine: '#D8D0C6',
  accent: '#FF4301',
} as const;

const display: CSSProperties = {
  fontFamily: DISPLAY,
  fontStretch: '80%',
  fontWeight: 700,
  letterSpacing: '-0.02em',
  margin: 0,
  color: COLORS.ink,
};

/** All styles of the emails. Most mail programs read styles only from the element itself. */
export const styles = {
  unbroken: { whiteSpace: 'nowrap' },
  page: { margin: 0, padding: 0, backgroundColor: COLORS.page, color: COLORS.ink, fontFamily: TEXT },
  sheet: {
    width: '100%',
    maxWidth: 600,
    margin: '0 auto',
    // A word that is longer than the line is hyphenated, or broken if the mail program knows no hyphens. Nothing makes
    // the mail wider than the window.
    tableLayout: 'fixed',
    overflowWrap: 'anywhere',
    hyphens: 'auto',
    backgroundColor: COLORS.surface,
    fontFamily: TEXT,
    fontSize: 16,
    lineHeight: '25px',
    color: COLORS.ink,
  },
  sender: { padding: '24px 40px', fontWeight: 600, fontSize: 15, lineHeight: '22px', color: COLORS.ink },
  logo: { padding: 0, verticalAlign: 'middle' },
  // White behind it: a dark logo with no background of its own would vanish in a dark mail program.
  logoPicture: { display: 'block', border: 0, borderRadius: 4, backgroundColor: COLORS.surface },
  besideLogo: {
    padding: '0 0 0 12px',
    verticalAlign: 'middle',
    fontWeight: 600,
    fontSize: 15,
    lineHeight: '22px',
    color: COLORS.ink,
  },
  cover: { display: 'block', width: '100%', maxWidth: 600, height: 'auto', border: 0 },
  heading: { ...display, fontSize: 38, lineHeight: '42px', letterSpacing: '-0.028em' },
  headingTight: { ...display, fontSize: 32, lineHeight: '36px' },
  sectionHeading: {
    ...display,
    fontSize: 24,
    lineHeight: '28px',
    paddingBottom: 8,
    borderBottom: `1px solid ${COLORS.strongLine}`,
  },
  paragraph: { margin: '16px 0 0', fontSize: 16, lineHeight: '25px', color: COLORS.ink },
  strong: { fontWeight: 600 },
  button: { backgroundColor: COLORS.accent, borderRadius: 8 },
  buttonLink: {
    display: 'block',
    padding: '15px 24px',
    color: COLORS.ink,
    fontFamily: TEXT,
    fontWeight: 600,
    fontSize: 17,
    lineHeight: '24px',
    textDecoration: 'none',
    textAlign: 'center',
  },
  link: {
    color: COLORS.ink,
    textDecoration: 'underline',
    textDecorationColor: COLORS.accent,
    textUnderlineOffset: '3px',
  },
  quietLink: { color: COLORS.secondary, textDecoration: 'underline' },
  secondary: { color: COLORS.secondary, fontSize: 14, lineHeight: '20px' },
  fact: {
    padding: '0 16px 20px 0',
    verticalAlign: 'top',
    fontSize: 15,
    lineHeight: '22px',
    color: COLORS.ink,
    width: '50%',
  },
  ticket: { padding: '14px 0', borderBottom: `1px solid ${COLORS.line}`, color: COLORS.ink },
  ticketLink: {
    padding: '14px 0 14px 16px',
    borderBottom: `1px solid ${COLORS.line}`,
    textAlign: 'right',
    whiteSpace: 'nowrap',
    fontWeight: 600,
  },
  receipt: {
    border: `1px solid ${COLORS.strongLine}`,
    borderRadius: 12,
    borderCollapse: 'separate',
    fontSize: 15,
    lineHeight: '22px',
  },
  receiptHeading: { ...display, margin: '0 0 8px', fontSize: 20, lineHeight: '26px' },
  receiptLine: { padding: '6px 0', color: COLORS.ink },
  receiptQuiet: { padding: '6px 0', color: COLORS.secondary },
  amount: { paddingLeft: 16, textAlign: 'right', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  perforation: { padding: '14px 24px 20px', borderTop: `3px dotted ${COLORS.strongLine}` },
  total: {
    ...display,
    paddingLeft: 16,
    fontSize: 28,
    lineHeight: '32px',
    letterSpacing: '-0.008em',
    textAlign: 'right',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
  footer: { padding: '24px 40px 32px', borderTop: `1px solid ${COLORS.line}` },
  footerLine: { margin: '0 0 4px', fontSize: 13, lineHeight: '20px', color: COLORS.secondary },
} as const satisfies Record<string, CSSProperties>;

/**
 * Rules that inline styles cannot have: narrow screens, and the dark scheme for mail programs that support it.
 * Other programs show the light design.
 */
export const STYLESHEET = `
.html p { margin: 0 0 8px; }
.html h2, .html h3 { margin: 12px 0 4px; font-size: inherit; line-height: inherit; font-weight: 600; }
.html ul, .html ol { margin: 0 0 8px; padding-left: 20px; }
.html blockquote { margin: 0 0 8px; padding-left: 16px; }
.html a { color: inherit; }
@media (max-width: 599px) {
  .pad { padding-left: 20px !important; padding-right: 20px !important; }
  .h1 { font-size: 32px !important; line-height: 36px !important; }
  .long { font-size: 20px !important; line-height: 26px !important; }
  .inset { padding-left: 16px !important; padding-right: 16px !important; }
  .line { font-size: 14px !important; }
  .end { padding-left: 12px !important; }
  .over, .under { display: block !important; padding-left: 0 !important; }
  .over { padding-bottom: 0 !important; border-bottom: 0 !important; }
  .under { padding-top: 0 !important; }
  .fact { display: block !important; width: 100% !important; padding-right: 0 !important; box-sizing: border-box !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background-color: #151210 !important; }
  .sheet { background-color: #1D1916 !important; }
  .ink, .ink a { color: #F4EFE9 !important; }
  .soft, .soft a { color: #B5AB9F !important; }
  .rule { border-color: #4A423C !important; }
}
`;
