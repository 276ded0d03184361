import { describe, expect, it } from 'vitest';
import { componentCode, contextOf, isAddress } from './component-code.ts';
import { ComponentPosts } from './component-posts.ts';
import { eventOf, readPageWord } from './page-words.ts';

describe('words of the page of a web component', () => {
  it.each([
    [
      { kind: 'set', value: { a: [1] } },
      { kind: 'set', value: { a: [1] } },
    ],
    [
      { kind: 'set', value: null },
      { kind: 'set', value: null },
    ],
    [
      { kind: 'post', message: 'x', more: 1 },
      { kind: 'post', message: 'x' },
    ],
    [
      { kind: 'resize', height: 9 },
      { kind: 'resize', height: 40 },
    ],
    [
      { kind: 'resize', height: 1e9 },
      { kind: 'resize', height: 4000 },
    ],
    [
      { kind: 'left', address: 'https://a.test/x.js' },
      { kind: 'left', address: 'https://a.test/x.js' },
    ],
  ])('should be read: %j', (given, expected) => expect(readPageWord(given)).toEqual(expected));

  it.each([
    [undefined],
    ['set'],
    [{ kind: 'other' }],
    [{ kind: 'set' }],
    [{ kind: 'set', value: 10n }],
    [{ kind: 'set', value: 'x'.repeat(1_000_001) }],
    [{ kind: 'resize', height: '9' }],
    [{ kind: 'resize', height: Number.NaN }],
  ])('should be left alone otherwise', given => expect(readPageWord(given)).toBeUndefined());

  it('should reach scripts as messages and as events', () => {
    expect([
      eventOf({ action: 'topy', data: { at: 3 } }),
      eventOf({ action: 'topy' }),
      eventOf({ action: 'x' }),
      eventOf('y'),
    ]).toEqual([
      { kind: 'message', value: { at: 3 } },
      { kind: 'message', value: null },
      { kind: 'wcevent', value: { action: 'x' } },
      { kind: 'wcevent', value: 'y' },
    ]);
  });
});

describe('what a web component begins with', () => {
  it('should be one script, whatever its HTML holds', () => {
    const html = '</script><script>`${x}` \\ \u2028 "quotes"';
    const [first] = componentCode({
      html,
      context: null,
      value: null,
      readOnly: false,
      theme: 'light',
      isBuilder: false,
    }).split('\n');
    expect(JSON.parse(JSON.parse(first!.slice('const page = JSON.parse('.length, -2)) as string)).toMatchObject({
      html,
    });
  });

  it('should be the JSON of its context, or the text where it is none', () =>
    expect(['"121"', '{"a":1}', 'plain', '', undefined].map(contextOf)).toEqual(['121', { a: 1 }, 'plain', '', null]));
  it('should distinguish addresses from pages', () =>
    expect(['https://a.test/x', ' http://a.test ', '<p>https://a.test</p>', ''].map(isAddress)).toEqual([
      true,
      true,
      false,
      false,
    ]));
});

describe('messages of scripts', () => {
  it('should reach the component that is on the screen', () => {
    const posts = new ComponentPosts();
    const received: unknown[] = [];
    const stop = posts.listen('a', message => received.push(message));
    expect([posts.post('a', 1), posts.post('b', 2)]).toEqual([true, false]);
    const later = posts.listen('a', message => received.push([message]));
    stop();
    expect([posts.post('a', 3), received]).toEqual([true, [1, [3]]]);
    later();
    expect(posts.post('a', 4)).toBe(false);
  });
});
