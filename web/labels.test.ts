import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '@entrada/contract/constants';
import { formatter } from '@lingui/format-po';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** What only holds other things, so that a name of its own replaces no visible words. */
const CONTAINERS =
  /^(section|form|nav|ul|ol|li|div|table|dl|fieldset|header|footer|main|aside|dialog|output|p|.*(Drawer|Dialog|Menu\.Dropdown|Popover\.Dropdown|Frame))$/;

type Node = { type: string; [key: string]: unknown };
/** English, as the catalogues have it: an identifier keeps its name, other expressions have numbers. */
type Pair = { where: string; labels: string[]; seen: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* walk(child);
}

/** The message that a macro makes of words with expressions between them. */
function messageOf(words: readonly string[], gaps: readonly Node[]): string {
  let unnamed = 0;
  const gapOf = (gap: Node | undefined) => (gap?.type === 'Identifier' ? gap['name'] : unnamed++);
  return words.map((part, at) => (at === 0 ? part : `{${gapOf(gaps[at - 1])}}${part}`)).join('');
}

type Tag = { name: string; attributes: Node[]; children: Node[] };

/** An element of JSX in parts. */
function tagOf(element: Node): Tag {
  const opening = element['openingElement'] as Node;
  const nameIn = (node: Node): string =>
    node.type === 'JSXMemberExpression'
      ? `${nameIn(node['object'] as Node)}.${nameIn(node['property'] as Node)}`
      : String(node['name']);
  return {
    name: nameIn(opening['name'] as Node),
    attributes: opening['attributes'] as Node[],
    children: element['children'] as Node[],
  };
}

const templateMessage = (quasi: Node): string =>
  messageOf(
    (quasi['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked),
    quasi['expressions'] as Node[],
  );

/** What a `Trans` without elements in it says. */
function transMessage(children: readonly Node[]): string | null {
  const words = [''];
  const gaps: Node[] = [];
  for (const child of children) {
    if (child.type === 'JSXText') words.push(`${words.pop() ?? ''}${String(child['value'])}`);
    else if (child.type === 'JSXExpressionContainer') {
      gaps.push(child['expression'] as Node);
      words.push('');
    } else return null;
  }
  return messageOf(words, gaps).replace(/\s+/g, ' ').trim();
}

/** Every message that an expression may be. A name stands for what it was declared as. */
function messagesOf(node: Node, declared: Map<string, Node>): string[] {
  if (node.type === 'JSXExpressionContainer') return messagesOf(node['expression'] as Node, declared);
  if (node.type === 'TaggedTemplateExpression' && (node['tag'] as Node)['name'] === 't')
    return [templateMessage(node['quasi'] as Node)];
  if (node.type === 'ConditionalExpression')
    return [node['consequent'], node['alternate']].flatMap((one) => messagesOf(one as Node, declared));
  if (node.type === 'LogicalExpression') return messagesOf(node['right'] as Node, declared);
  if (node.type === 'JSXText') return [String(node['value']).replace(/\s+/g, ' ').trim()].filter(Boolean);
  if (node.type === 'JSXFragment')
    return (node['children'] as Node[]).flatMap((one) => messagesOf(one, declared));
  if (node.type === 'JSXElement') {
    const { name, attributes, children } = tagOf(node);
    const isHidden = attributes.some((one) => (one['name'] as Node | undefined)?.['name'] === 'aria-hidden');
    if (isHidden) return [];
    if (name === 'Trans') return [transMessage(children) ?? []].flat();
    return children.flatMap((one) => messagesOf(one, declared));
  }
  const init = node.type === 'Identifier' ? declared.get(String(node['name'])) : undefined;
  return init ? messagesOf(init, new Map()).concat(conditionalNames(init, declared)) : [];
}

/** `const label = isEdit ? edit : add`, where both have messages of their own. */
function conditionalNames(init: Node, declared: Map<string, Node>): string[] {
  if (init.type !== 'ConditionalExpression') return [];
  return [init['consequent'], init['alternate']].flatMap((one) => {
    const node = one as Node;
    const inner = node.type === 'Identifier' ? declared.get(String(node['name'])) : undefined;
    return inner ? messagesOf(inner, new Map()) : [];
  });
}

/** Each name of something to press in a file, beside each of the words that stand on it. */
function pairsIn(where: string, source: string): Pair[] {
  const program = parseSync(where, source).program as unknown as Node;
  const declared = new Map<string, Node>();
  for (const node of walk(program)) {
    const id = node.type === 'VariableDeclarator' ? (node['id'] as Node) : null;
    if (id?.type === 'Identifier' && isNode(node['init'])) declared.set(String(id['name']), node['init']);
  }
  return [...walk(program)].flatMap((node) => {
    if (node.type !== 'JSXElement') return [];
    const { name, attributes, children } = tagOf(node);
    const label = attributes.find((one) => (one['name'] as Node | undefined)?.['name'] === 'aria-label');
    if (!isNode(label?.['value']) || CONTAINERS.test(name)) return [];
    const labels = messagesOf(label['value'], declared);
    // What is both put into the name and shown is the same in each language.
    const isPutIn = (child: Node) => {
      const { type, name: shown } = (child['expression'] ?? child) as Node;
      return type === 'Identifier' && labels.every((one) => one.includes(`{${shown}}`));
    };
    const seen = children.filter((one) => !isPutIn(one)).flatMap((one) => messagesOf(one, declared));
    return labels.length > 0 ? seen.map((words) => ({ where, labels, seen: words })) : [];
  });
}

const files = readdirSync(join(import.meta.dirname, 'app'), { recursive: true, encoding: 'utf8' });
const pairs = files
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  .flatMap((file) => pairsIn(file, readFileSync(join(import.meta.dirname, 'app', file), 'utf8')));

const format = formatter({ lineNumbers: false });

/** All translations of a language by their English. One English may have several, with a context or in several parts. */
async function wordsIn(locale: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const part of readdirSync(join(import.meta.dirname, 'locales'))) {
    const po = readFileSync(join(import.meta.dirname, 'locales', part, `${locale}.po`), 'utf8');
    const catalogue = await format.parse(po, { locale, sourceLocale: 'en', filename: '' });
    for (const [id, { message, translation }] of Object.entries(catalogue)) {
      const english = message ?? id;
      found.set(english, [...(found.get(english) ?? []), translation || english]);
    }
  }
  return found;
}

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** The words as axe compares them: small, without signs, and without what stands in brackets. */
const spoken = (text: string): string => {
  const bare = text
    .normalize('NFKD')
    .replace(/\([^()]*\)/g, '')
    .replace(/[^\p{L}\p{N}\p{M}{}]+/gu, ' ');
  const found = [...words.segment(bare.toLowerCase())].map(({ segment }) => segment.trim());
  return ` ${found.filter(Boolean).join(' ')} `;
};

test('there are names with words on them to look at', () => {
  expect(pairs.length).toBeGreaterThan(15);
});

test.each(LOCALES)('in %s, whoever says what stands on a button names it (WCAG 2.5.3)', async (locale) => {
  const catalogues = await wordsIn(locale);
  const translated = (english: string) => catalogues.get(english) ?? [english];
  const wrong = pairs.flatMap(({ where, labels, seen }) => {
    const names = labels.flatMap(translated);
    // The name may follow the words, as in “Add answers” and “Edit answers”.
    const holds = names.some((name) => translated(seen).some((text) => spoken(name).includes(spoken(text))));
    return holds ? [] : [`${where}: “${names.join(' | ')}” does not hold “${translated(seen).join(' | ')}”`];
  });
  expect(wrong).toEqual([]);
});
