import { describe, expect, test } from 'vitest';
import { sanitizeRichText } from './rich-text.ts';

describe('descriptions', () => {
  test.each([
    ['plain text', 'Uno\ndos\n\ntres & <4', '<p>Uno<br />dos</p><p>tres &amp; &lt;4</p>'],
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
    ['nothing shown', '<p> </p><p>&nbsp;</p>', ''],
    ['empty', '', ''],
  ])('%s', (_, input, output) => {
    expect(sanitizeRichText(input)).toBe(output);
    expect(sanitizeRichText(output)).toBe(output);
  });
});
