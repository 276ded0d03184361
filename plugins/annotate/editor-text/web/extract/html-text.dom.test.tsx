import { expect, it } from 'vitest';
import { htmlText } from './html-text.ts';

it.each<[string, string, string]>([
  [
    'paragraphs and headings',
    '<h1>Title</h1><p>One  \n line &amp; more.</p><p>Two<br>lines</p>',
    'Title\n\nOne line & more.\n\nTwo\nlines',
  ],
  ['words in parts', '<p>He<b>lix</b> <i>Labs</i>, <span> in </span>Lyon</p>', 'Helix Labs, in Lyon'],
  [
    'lists',
    '<ul><li>a<ol start="3"><li>b</li><li>c</li></ol></li><li><p>d</p></li></ul>after',
    '• a\n  3. b\n  4. c\n• d\n\nafter',
  ],
  ['items without words', '<ul><li></li><li>b</li></ul>', '•\n• b'],
  [
    'tables',
    '<table><caption>Who</caption><tr><th>Name</th><th>Town</th></tr><tr><td><p>Ada</p><p>M.</p></td><td></td><td>x</td></tr></table>',
    'Who\nName\tTown\nAda M.\t\tx',
  ],
  ['kept white space', '<pre>a\n  b\n</pre><p>c</p>', 'a\n  b\n\nc'],
  [
    'what is not read',
    '<style>p{}</style><script>alert(1)</script><p onclick="x()">a<noscript>b</noscript><span hidden>c</span></p><iframe src="x">d</iframe><!-- e -->',
    'a',
  ],
  ['entities and other scripts', '<p>&eacute;&nbsp;&#128578; אדה</p>', 'é\u00a0🙂 אדה'],
  ['blocks in blocks', '<div><div><section>a</section></div></div><div>b</div>', 'a\nb'],
  ['nothing', '<title>t</title>', ''],
])('should read %s', (_, html, text) => {
  expect(htmlText(html)).toBe(text);
});

it('should read pages that nest without end, and run nothing of them', () => {
  expect(htmlText(`${'<div>'.repeat(5000)}deep${'</div>'.repeat(5000)}<p>after</p>`)).not.toContain('deep');
  const ran = window as { ran?: boolean };
  htmlText('<img src="x" onerror="window.ran = true"><script>window.ran = true</script>');
  expect(ran.ran).toBeUndefined();
});
