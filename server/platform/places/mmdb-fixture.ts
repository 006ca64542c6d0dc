type Value = string | number | { [key: string]: Value };

/** A value in the format of the data section. Numbers are unsigned, of 32 bits. Texts are shorter than 285 bytes. */
function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    const head = text.length < 29 ? [(2 << 5) | text.length] : [(2 << 5) | 29, text.length - 29];
    return Buffer.concat([Buffer.from(head), text]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(5, (6 << 5) | 4);
    bytes.writeUInt32BE(value, 1);
    return bytes;
  }
  const entries = Object.entries(value);
  return Buffer.concat([
    Buffer.from([(7 << 5) | entries.length]),
    ...entries.flatMap(([key, item]) => [encode(key), encode(item)]),
  ]);
}

/** The bits of `1.2.3.0/24` or `2001:db8::/32` in the tree, in which IPv4 lies below `::/96`. */
function bitsOf(network: string): number[] {
  const [address = '', length = '0'] = network.split('/');
  const isV4 = !address.includes(':');
  const [head = '', tail = ''] = address.split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const zeros = Array.from({ length: 8 - groups(head).length - groups(tail).length }, () => '0');
  const text = isV4
    ? '0'.repeat(96) +
      address
        .split('.')
        .map((part) => Number(part).toString(2).padStart(8, '0'))
        .join('')
    : [...groups(head), ...zeros, ...groups(tail)]
        .map((part) => Number.parseInt(part, 16).toString(2).padStart(16, '0'))
        .join('');
  return [...text.slice(0, Number(length) + (isV4 ? 96 : 0))].map(Number);
}

/** A small file in MaxMind's format, version 2.0: a tree of 24-bit records over these networks, and their data. */
export function buildPlacesFile(networks: Record<string, Value>): Buffer {
  type Node = [Node | number | null, Node | number | null];
  const nodes: Node[] = [[null, null]];
  const data: Buffer[] = [];
  let size = 0;
  for (const [network, value] of Object.entries(networks)) {
    const bits = bitsOf(network);
    let node = nodes[0] as Node;
    for (const bit of bits.slice(0, -1)) {
      let next = node[bit as 0 | 1];
      if (next === null || typeof next === 'number') {
        next = [null, null];
        nodes.push(next);
        node[bit as 0 | 1] = next;
      }
      node = next;
    }
    node[bits.at(-1) as 0 | 1] = size;
    const bytes = encode(value);
    data.push(bytes);
    size += bytes.length;
  }
  const tree = Buffer.alloc(nodes.length * 6);
  nodes.forEach((node, nth) => {
    node.forEach((record, side) => {
      const number =
        record === null
          ? nodes.length
          : typeof record === 'number'
            ? nodes.length + 16 + record
            : nodes.indexOf(record);
      tree.writeUIntBE(number, nth * 6 + side * 3, 3);
    });
  });
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    ...data,
    Buffer.from('abcdef', 'hex'),
    Buffer.from('MaxMind.com'),
    encode({
      node_count: nodes.length,
      record_size: 24,
      ip_version: 6,
      binary_format_major_version: 2,
      binary_format_minor_version: 0,
      build_epoch: 1_790_000_000,
      database_type: 'Test-City',
    }),
  ]);
}
