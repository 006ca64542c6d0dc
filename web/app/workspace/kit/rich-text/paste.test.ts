import { expect, it } from 'vitest';
import { cleanPasted } from './paste.ts';

const item = (bullet: string, text: string) =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${bullet}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;

it.each([
  [
    'a list of Word',
    `${item('·', 'Bread')}\n${item('·', 'Water')}`,
    '<ul><li><p>Bread</p></li><li><p>Water</p></li></ul>',
  ],
  [
    'a numbered list of Word',
    item('1.', 'First') + item('2.', 'Second'),
    '<ol><li><p>First</p></li><li><p>Second</p></li></ol>',
  ],
  ['two lists', item('·', 'a') + item('1)', 'b'), '<ul><li><p>a</p></li></ul><ol><li><p>b</p></li></ol>'],
  [
    'a list whose marks are comments',
    item('·', 'Bread').replaceAll('<![', '<!--[').replaceAll(']>', ']-->'),
    '<ul><li><p>Bread</p></li></ul>',
  ],
  [
    'a list that the browser has cleaned',
    '<p style="mso-list:l0 level1 lfo1"><span style="font-family:Symbol">·<span>&nbsp;&nbsp; </span></span>Bread</p><p style="mso-list:l0 level1 lfo1">2.&nbsp; <b>Water</b></p>',
    '<ul><li><p><span style="font-family:Symbol"></span></span>Bread</p></li></ul><ol><li><p><b>Water</b></p></li></ol>',
  ],
  [
    'words that begin like a bullet',
    '<p style="mso-list:l0">organic food</p>',
    '<ul><li><p>organic food</p></li></ul>',
  ],
  ['conditional comments', '<!--[if gte mso 9]><xml><o:x/></xml><![endif]--><p>a<o:p></o:p></p>', '<p>a</p>'],
  ['styles and scripts', '<style>p{}</style><p>a</p><script>x()</script>', '<p>a</p>'],
  ['headings', '<h1 class="x">A</h1><h5>b</h5><h2>c</h2>', '<h2 class="x">A</h2><h3>b</h3><h2>c</h2>'],
  ['other tags that begin alike', '<hr><header>a</header>', '<hr><header>a</header>'],
  [
    'rows of a table',
    '<tr><td>18:00</td> <th>Doors</th></tr>\n<tr><td></td><td>x</td></tr>',
    '<p>18:00 Doors</p>\n<p>x</p>',
  ],
  [
    'rows of a table of Word',
    "<tr style='x'><td><p class=MsoNormal>18:00</p></td><td><p>Doors</p></td></tr>",
    '<p>18:00 Doors</p>',
  ],
  [
    'cells that hold more than a line',
    '<tr><td><p>a</p><p>b</p></td><td><ul><li>c</li></ul></td></tr>',
    '<p>a</p><p>b</p><ul><li>c</li></ul>',
  ],
  ['plain markup', '<p>a <b>b</b></p>', '<p>a <b>b</b></p>'],
])('%s', (_, pasted, clean) => {
  expect(cleanPasted(pasted)).toBe(clean);
});
