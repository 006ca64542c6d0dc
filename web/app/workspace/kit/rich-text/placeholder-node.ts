import { piecesOf } from '@entrada/contract/outreach/placeholders';
import { InputRule, Node } from '@tiptap/react';
import { type Placeholder, writePlaceholder } from './placeholders.ts';

type Attributes = { name: string; fallback: string };

/** A placeholder as one unbreakable chip. What is typed in braces becomes a chip if its name is known. */
export const placeholderNode = (known: readonly Placeholder[]) =>
  Node.create({
    name: 'placeholder',
    group: 'inline',
    inline: true,
    atom: true,
    selectable: false,
    addAttributes: () => ({
      name: { parseHTML: (element: HTMLElement) => element.getAttribute('data-placeholder') },
      fallback: {
        default: '',
        parseHTML: (element: HTMLElement) => element.getAttribute('data-fallback') ?? '',
      },
    }),
    parseHTML: () => [{ tag: 'span[data-placeholder]' }],
    renderHTML: ({ node }) => {
      const { name, fallback } = node.attrs as Attributes;
      const label = known.find((one) => one.name === name)?.label ?? name;
      return ['span', { 'data-placeholder': name, 'data-fallback': fallback }, label];
    },
    renderText: ({ node }) => {
      const { name, fallback } = node.attrs as Attributes;
      return writePlaceholder(name, fallback);
    },
    addInputRules() {
      return [
        new InputRule({
          find: /\{\{[^{}\n]+\}\}$/,
          handler: ({ state, range, match }) => {
            const [piece] = piecesOf(match[0]);
            if (!piece || !('name' in piece) || !known.some(({ name }) => name === piece.name)) return null;
            const { name, fallback } = piece;
            state.tr.replaceWith(range.from, range.to, this.type.create({ name, fallback }));
            return undefined;
          },
        }),
      ];
    },
  });
