import { describe, expect, it } from 'vitest';
import { isEmptyDocument, isSafeLink, readInstructions } from './instructions.ts';

const paragraph = (...content: readonly object[]): object => ({
  type: 'doc',
  content: [{ type: 'paragraph', content }],
});
const linked = (href: unknown): object =>
  paragraph({
    type: 'text',
    text: 'here',
    marks: [{ type: 'link', attrs: { href, target: '_self', onclick: 'x()' } }],
  });

describe('instructions from outside', () => {
  it('should be kept as far as they are allowed, and lose attributes nobody knows', () => {
    const given = {
      type: 'doc',
      content: [
        {
          type: 'heading',
          attrs: { level: 2, style: 'x' },
          content: [{ type: 'text', text: 'Draw', marks: [{ type: 'bold' }] }],
        },
        { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
        { type: 'codeBlock', attrs: { language: null }, content: [{ type: 'text', text: 'x' }] },
      ],
    };
    expect(readInstructions(given)).toEqual({
      document: {
        type: 'doc',
        content: [
          {
            type: 'heading',
            attrs: { level: 2 },
            content: [{ type: 'text', text: 'Draw', marks: [{ type: 'bold' }] }],
          },
          {
            type: 'orderedList',
            attrs: { start: 3 },
            content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }],
          },
          { type: 'codeBlock', attrs: { language: null }, content: [{ type: 'text', text: 'x' }] },
        ],
      },
    });
    expect(readInstructions(linked('https://x.io/a?b=1'))).toEqual({
      document: paragraph({
        type: 'text',
        text: 'here',
        marks: [{ type: 'link', attrs: { href: 'https://x.io/a?b=1' } }],
      }),
    });
  });

  it.each([
    ['javascript:alert(1)', false],
    ['JAVASCRIPT:alert(1)', false],
    [' https://x.io', false],
    ['data:text/html,x', false],
    ['//x.io', false],
    ['/t/1', false],
    ['https://x.io/a b', false],
    ['java\nscript:x', false],
    [undefined, false],
    [7, false],
    ['https://x.io', true],
    ['HTTP://x.io', true],
    ['mailto:a@x.io', true],
  ])('should say of a link to %j: %s', (href, safe) => {
    expect(isSafeLink(href)).toBe(safe);
    expect('problem' in readInstructions(linked(href))).toBe(!safe);
  });

  it.each([
    [undefined, 'holds something that is no text'],
    ['<b>x</b>', 'holds something that is no text'],
    [{ type: 'paragraph' }, 'holds "paragraph", which is not allowed'],
    [paragraph({ type: 'image', attrs: { src: 'x' } }), 'holds "image", which is not allowed'],
    [paragraph({ type: 'doc' }), 'holds "doc", which is not allowed'],
    [paragraph({ type: 'constructor' }), 'holds "constructor", which is not allowed'],
    [
      paragraph({ type: 'text', text: 'x', marks: [{ type: 'textStyle' }] }),
      'holds the mark "textStyle", which is not allowed',
    ],
    [paragraph({ type: 'text', text: 'a\0' }), 'holds text that cannot be kept'],
    [paragraph({ type: 'text', text: '\ud800' }), 'holds text that cannot be kept'],
    [{ type: 'doc', content: [{ type: 'heading', attrs: { level: 9 } }] }, 'has a heading with a wrong level'],
    [{ type: 'doc', content: {} }, 'has content that is no list'],
  ])('should refuse %j', (value, problem) => expect(readInstructions(value)).toEqual({ problem }));

  it('should be refused when nested without end or too large', () => {
    let deep: object = { type: 'paragraph' };
    for (let level = 0; level < 40; level += 1) deep = { type: 'blockquote', content: [deep] };
    expect(readInstructions({ type: 'doc', content: [deep] })).toEqual({ problem: 'is nested deeper than 24 levels' });
    expect(readInstructions(paragraph({ type: 'text', text: 'x'.repeat(600_000) }))).toMatchObject({
      problem: expect.stringContaining('larger than 512 KB'),
    });
  });
});

it('should know when nothing is written', () => {
  expect(isEmptyDocument({ type: 'doc', content: [{ type: 'paragraph' }] })).toBe(true);
  expect(
    isEmptyDocument({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }] }),
  ).toBe(false);
});
