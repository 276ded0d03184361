import { expect, test } from 'vitest';
import { switchQuestion } from './switch-question.ts';

test('should ask nothing when only the plugin itself comes or goes', () => {
  expect(switchQuestion('Notes', 'North', { goes: ['Notes'], comes: [] })).toBeUndefined();
  expect(switchQuestion('Notes', 'North', { goes: [], comes: ['Notes'] })).toBeUndefined();
  expect(switchQuestion('Notes', 'North', { goes: [], comes: [] })).toBeUndefined();
});

test('should name what goes with it, and how many', () => {
  expect(switchQuestion('Notes', 'North', { goes: ['Notes', 'Search', 'Index'], comes: [] })).toMatchObject({
    title: 'Switch Notes off',
    text: expect.stringContaining('Search, Index'),
    action: 'Switch off 3 plugins',
    danger: true,
  });
});

test('should name what comes with it', () => {
  expect(switchQuestion('Notes', 'North', { goes: [], comes: ['Notes', 'Search'] })).toMatchObject({
    title: 'Switch Notes on',
    text: expect.stringContaining('Search'),
    action: 'Switch on 2 plugins',
    danger: false,
  });
});
