import { StarterKit } from '@tiptap/starter-kit';

/** Where a link may lead; the server keeps no others. */
const SAFE_LINK = /^(https?:\/\/|mailto:)\S+$/i;

export const isSafeLink = (url: string): boolean => SAFE_LINK.test(url);

/** What was typed as the address of a link: "example.org" and "ana@example.org" are completed; null when unusable. */
export function readLink(typed: string): string | null {
  const url = typed.trim();
  if (isSafeLink(url)) return url;
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(url)) return `mailto:${url}`;
  return /^[^\s@:/]+\.[^\s@:/]{2,}(:\d+)?([/?#]\S*)?$/.test(url) ? `https://${url}` : null;
}

/** The marks that the server keeps, and no others. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (url) => isSafeLink(url),
      HTMLAttributes: { rel: 'noopener', target: null },
    },
  }),
];
