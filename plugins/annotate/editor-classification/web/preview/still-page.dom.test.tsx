import { expect, it } from 'vitest';
import { stillPage } from './still-page.ts';

const body = (html: string): string => /<body[^>]*>([\s\S]*)<\/body>/.exec(stillPage(html))?.[1]?.trim() ?? '';

it.each([
  ['scripts', '<script>alert(1)</script><p>Kept</p>', '<p>Kept</p>'],
  ['handlers', '<p onclick="alert(1)" onmouseover="x()">Kept</p>', '<p>Kept</p>'],
  [
    'addresses of pictures',
    '<img src="https://evil.test/a.png" srcset="https://evil.test/b.png 2x" alt="A">',
    '<img alt="A">',
  ],
  ['links out of it', '<a href="https://evil.test/" ping="https://evil.test/p" target="_top">Go</a>', '<a>Go</a>'],
  [
    'forms that send',
    '<form action="https://evil.test/"><button formaction="//evil.test">Send</button></form>',
    '<div><button>Send</button></div>',
  ],
  [
    'frames and plugins',
    '<iframe src="//evil.test"></iframe><object data="//evil.test"></object><embed src="//evil.test">',
    '',
  ],
  [
    'styles that fetch',
    '<p style="background: url(//evil.test/x); color: red">Kept</p>',
    '<p style="background: none; color: red">Kept</p>',
  ],
  [
    'drawings that fetch',
    '<svg><image href="//evil.test"></image><use xlink:href="//evil.test#a"></use><rect fill="url(//evil.test#b)"></rect></svg>',
    '<svg><image></image><use></use><rect></rect></svg>',
  ],
])('should take out %s', (_, html, left) => expect(body(html)).toBe(left));

it('should keep pictures a page carries, and its own styles', () => {
  const picture = '<img src="data:image/png;base64,AAAA">';
  expect(body(picture)).toBe(picture);
  const page = stillPage(
    '<style>@import "//evil.test/a.css"; @font-face { src: url(//evil.test/f) } p { color: green; background: url("//evil.test") }</style><p>Kept',
  );
  expect(page).toContain('color: green');
  expect(page).not.toContain('evil.test');
});

it('should leave nothing that leads elsewhere in the head', () => {
  const page = stillPage(
    '<head><meta http-equiv="refresh" content="0;url=//evil.test"><link rel="preconnect" href="//evil.test"><base href="//evil.test/"><title>T</title></head><body background="//evil.test">Kept',
  );
  expect(page).not.toContain('evil.test');
  expect(page).toMatch(/^<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'/);
});
