import { describe, expect, it } from 'vitest';
import {
  asksAgain,
  chatModels,
  historyFor,
  isBlind,
  shuffled,
  turnsOf,
  withAnswer,
  withBest,
  withRank,
  withTie,
} from './chat-turns.ts';

const user = (content: string): { role: string; content: string } => ({ role: 'user', content });
const says = (model: string, content: string, more: object = {}): Record<string, unknown> => ({
  role: 'assistant',
  model,
  content,
  ...more,
});
const talk = [user('Hi'), says('a', 'Hello from a'), says('b', 'Hello from b'), user('More')];

describe('a conversation', () => {
  it('should be turns of what was said and its answers', () => {
    expect(
      turnsOf([says('a', 'first'), ...talk]).map(({ question, answers }) => [
        question?.line['content'],
        answers.map(each => each.at),
      ]),
    ).toEqual([
      [undefined, [0]],
      ['Hi', [2, 3]],
      ['More', []],
    ]);
  });

  it('should be sent to each model with its own answers, or the chosen ones', () => {
    expect(historyFor(turnsOf(talk), 'b', 1)).toEqual([
      user('Hi'),
      { role: 'assistant', content: 'Hello from b' },
      user('More'),
    ]);
    const chosen = withBest(talk, 0, 0);
    expect(historyFor(turnsOf(chosen), 'b', 1)).toEqual([
      user('Hi'),
      { role: 'assistant', content: 'Hello from a' },
      user('More'),
    ]);
    expect(historyFor(turnsOf(talk), 'b', 0)).toEqual([user('Hi')]);
  });

  it('should take answers in the order of the models, however they come', () => {
    const first = withAnswer([user('Hi')], 0, says('b', 'late'), ['a', 'b']);
    const both = withAnswer(first, 0, says('a', 'early'), ['a', 'b']);
    expect(both.map(each => each['content'])).toEqual(['Hi', 'early', 'late']);
    expect(withAnswer(withTie(both, 0), 0, says('b', 'again'), ['a', 'b'])).toEqual([
      user('Hi'),
      says('a', 'early'),
      says('b', 'again'),
    ]);
  });

  it('should put an answer into the turn it belongs to', () => {
    expect(withAnswer(talk, 1, says('a', 'Much'), ['a', 'b']).map(each => each['content'])).toEqual([
      'Hi',
      'Hello from a',
      'Hello from b',
      'More',
      'Much',
    ]);
    expect(withAnswer(talk, 7, says('a', 'Much'), ['a'])).toBe(talk);
  });

  it('should drop what follows a question that is said again', () => {
    expect(asksAgain([...talk, says('a', 'Much')], 0, 'Hello')).toEqual([user('Hello')]);
    expect(asksAgain(talk, 9, 'x')).toBe(talk);
  });
});

describe('an order of answers', () => {
  const ranks = (lines: readonly Record<string, unknown>[]): unknown =>
    lines.filter(each => each['role'] === 'assistant').map(each => [each['rank'], each['chosen']]);

  it('should have one best, which is chosen', () => {
    expect(ranks(withBest(talk, 0, 1))).toEqual([
      [2, undefined],
      [1, true],
    ]);
    expect(ranks(withBest(withBest(talk, 0, 1), 0, 0))).toEqual([
      [1, true],
      [2, undefined],
    ]);
  });

  it('should have ties, with none chosen', () => {
    expect(ranks(withTie(withBest(talk, 0, 1), 0))).toEqual([
      [1, undefined],
      [1, undefined],
    ]);
    expect(ranks(withRank(withBest(talk, 0, 1), 0, 0, 1))).toEqual([
      [1, undefined],
      [1, undefined],
    ]);
    expect(ranks(withRank(talk, 0, 0, 2))).toEqual([
      [2, undefined],
      [undefined, undefined],
    ]);
  });
});

it('should shuffle the same way for the same item, and differently among items', () => {
  const models = ['a', 'b', 'c', 'd'];
  expect(shuffled(models, 'item 5')).toEqual(shuffled(models, 'item 5'));
  expect(shuffled(models, 'item 5').toSorted()).toEqual(models);
  const firsts = Array.from({ length: 400 }, (_, at) => shuffled(models, `item ${at}`)[0]);
  for (const model of models) expect(firsts.filter(each => each === model).length).toBeGreaterThan(60);
});

it('should hide the models until the work is given in', () => {
  const working = { status: 2, readOnly: false };
  expect([
    isBlind({ blind: true }, working),
    isBlind({}, working),
    isBlind({ blind: true }, { ...working, readOnly: true }),
    isBlind({ blind: true }, { ...working, status: 3 }),
  ]).toEqual([true, false, false, false]);
});

it('should talk with four models at most, each once', () => {
  expect(chatModels({ models: ['a', 'a', 5, '', 'b', 'c', 'd', 'e'] })).toEqual(['a', 'b', 'c', 'd']);
  expect(chatModels({})).toEqual([]);
});
