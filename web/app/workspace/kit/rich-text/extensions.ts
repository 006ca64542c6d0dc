import { StarterKit } from '@tiptap/starter-kit';

/** The links that the server keeps. It removes all others. */
const SAFE_LINK = /^(https?:\/\/|mailto:)\S+$/i;

const isSafeLink = (url: string): boolean => SAFE_LINK.test(url);

/** Reads a typed link. It completes "example.org" and "ana@example.org". Null if the text is not a link. */
export function readLink(typed: string): string | null {
  const url = typed.trim();
  if (isSafeLink(url)) return url;
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(url)) return `mailto:${url}`;
  return /^[^\s@:/]+\.[^\s@:/]{2,}(:\d+)?([/?#]\S*)?$/.test(url) ? `https://${url}` : null;
}

/** Only the formatting that the server keeps. */
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
