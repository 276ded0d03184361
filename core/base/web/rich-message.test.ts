import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { richMessage } from './rich-message.ts';

it('should fill placeholders with elements and texts in the order of the message', () => {
  const message = richMessage('{count} items of {link}, not {count}.');
  const shown = message({ link: createElement('a', { href: '/' }, 'the list'), count: 2 });
  expect(renderToStaticMarkup(shown)).toBe('2 items of <a href="/">the list</a>, not 2.');
});

it('should show a text in braces that is the value of a placeholder as it is', () => {
  expect(renderToStaticMarkup(richMessage('Open {name}')({ name: '{name} <b>' }))).toBe('Open {name} &lt;b&gt;');
});
