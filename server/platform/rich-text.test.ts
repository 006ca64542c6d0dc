import { describe, expect, test } from 'vitest';
import { readRichText, sanitizeRichText } from './rich-text.ts';

describe('what is kept of a formatted text', () => {
  test.each([
    ['plain text', 'Uno\ndos\n\ntres & <4', '<p>Uno<br>dos</p><p>tres &amp; &lt;4</p>'],
    [
      'the allowed tags',
      '<h2>A</h2><p><strong>b</strong> <em>c</em> <u>d</u></p>',
      '<h2>A</h2><p><strong>b</strong> <em>c</em> <u>d</u></p>',
    ],
    ['scripts', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['handlers and styles', '<p onclick="x()" style="color:red" class="y">a</p>', '<p>a</p>'],
    ['pictures', '<p>a<img src=x onerror=alert(1)></p>', '<p>a</p>'],
    ['javascript links', '<a href="javascript:alert(1)">a</a>', '<a rel="noopener">a</a>'],
    ['disguised links', '<a href="java&#10;script:alert(1)">a</a>', '<a rel="noopener">a</a>'],
    ['links without a scheme', '<a href="//evil.test">a</a>', '<a rel="noopener">a</a>'],
    ['data links', '<a href="data:text/html,x">a</a>', '<a rel="noopener">a</a>'],
    [
      'real links',
      '<a href="https://example.org" target="_blank">a</a>',
      '<a href="https://example.org" rel="noopener">a</a>',
    ],
    [
      'mail links',
      '<a href="mailto:a@example.org">a</a>',
      '<a href="mailto:a@example.org" rel="noopener">a</a>',
    ],
    ['svg', '<svg><a xlink:href="javascript:alert(1)"><text>a</text></a></svg>', '<a rel="noopener">a</a>'],
    [
      'a link inside a word',
      'a<a href=" https://example.org ">b</a>',
      'a<a href="https://example.org" rel="noopener">b</a>',
    ],
    [
      'schemes of other letters',
      '<a href="JaVaScRiPt:alert(1)">a</a><a href="vbscript:x">b</a>',
      '<a rel="noopener">a</a><a rel="noopener">b</a>',
    ],
    [
      'frames, forms and objects',
      '<p>a</p><iframe src="https://e.test"></iframe><form><input name=x></form><object></object>',
      '<p>a</p>',
    ],
    ['styles', '<style>p{color:red}</style><p>a</p>', '<p>a</p>'],
    ['comments', '<!-- <script>alert(1)</script> --><p>a</p>', '<p>a</p>'],
    [
      'tags cut in two',
      '<p>a</p><scr<script>ipt>alert(1)</scr</script>ipt>',
      '<p>a</p>ipt&gt;alert(1)ipt&gt;',
    ],
    ['broken attributes', '<p title="</p><img src=x onerror=alert(1)>">a</p>', '<p>a</p>'],
    [
      'markup that mutates',
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      '',
    ],
    [
      'escaped markup stays text',
      '<p>&lt;img src=x onerror=alert(1)&gt;</p>',
      '<p>&lt;img src=x onerror=alert(1)&gt;</p>',
    ],
    ['templates', '<template><p>a</p></template>', '<p>a</p>'],
    ['headings of other levels', '<h1>a</h1><h4>b</h4><h6>c</h6>', '<h2>a</h2><h3>b</h3><h3>c</h3>'],
    ['breaks', '<p>a<br/>b<br>c</p>', '<p>a<br>b<br>c</p>'],
    [
      'a paste of Word',
      '<p class=MsoNormal style="margin:0"><b>a</b><o:p></o:p></p>',
      '<p><strong>a</strong></p>',
    ],
    ['signs that begin no tag', 'a <b, c <d', '<p>a &lt;b, c &lt;d</p>'],
    ['ever new tags', '<a'.repeat(24_000), `<p>${'&lt;a'.repeat(24_000)}</p>`],
    ['nothing shown', '<p> </p><p>&nbsp;</p>', ''],
    ['empty headings and lists', '<h2></h2><ul><li><p></p></li></ul>', ''],
    ['empty', '', ''],
  ])('%s', (_, input, output) => {
    expect(sanitizeRichText(input)).toBe(output);
    expect(sanitizeRichText(output)).toBe(output);
  });
});

test('the length of what is kept counts, formatting included', () => {
  const field = { path: 'settings.emailFooter', max: 20 };
  expect(readRichText(`<p>${'a'.repeat(13)}</p>`, field)).toHaveLength(20);
  expect(readRichText(`<p class="${'x'.repeat(99)}">a</p>`, field)).toBe('<p>a</p>');
  const errors = [{ path: 'settings.emailFooter', code: 'too_long', max: 20 }];
  for (const long of [`<p>${'a'.repeat(14)}</p>`, '&'.repeat(5)]) {
    expect(() => readRichText(long, field)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', errors }),
    );
  }
});
