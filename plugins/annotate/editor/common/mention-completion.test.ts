import { expect, it } from 'vitest';
import { completeMention, completions, mentionAt } from './mention-completion.ts';

const ANA = { email: 'ana@north.test', name: 'Ana North' };
const ANA_SOUTH = { email: 'ana@south.test', name: 'Ana South' };
const NAMELESS = { email: 'zed@north.test', name: '' };
const people = [ANA, ANA_SOUTH, NAMELESS];

it.each([
  ['Look @an', 8, { at: 5, typed: 'an' }],
  ['@', 1, { at: 0, typed: '' }],
  ['@Ana No', 7, { at: 0, typed: 'Ana No' }],
  ['mail ana@north', 14, undefined],
  ['@Ana North please', 17, undefined],
  ['@ana\nand', 8, undefined],
  ['no mention', 10, undefined],
])('should find the mention in %j at %i', (text, caret, found) => {
  expect(mentionAt(text, caret)).toEqual(found);
});

it('should offer people by the beginning of first name, last name or address', () => {
  expect(completions(people, 'an', 5)).toEqual([ANA, ANA_SOUTH]);
  expect(completions(people, 'sou', 5)).toEqual([ANA_SOUTH]);
  expect(completions(people, 'ZED', 5)).toEqual([NAMELESS]);
  expect(completions(people, '', 1)).toEqual([ANA]);
});

it('should put in the name, or the address where the name is not the one of a single person', () => {
  expect(completeMention('See @an, ok', { at: 4, typed: 'an' }, ANA, people)).toEqual({
    text: 'See @Ana North , ok',
    caret: 15,
  });
  const namesake = { ...ANA_SOUTH, name: 'Ana North' };
  expect(completeMention('@an', { at: 0, typed: 'an' }, ANA, [ANA, namesake]).text).toBe('@ana@north.test ');
  expect(completeMention('@z', { at: 0, typed: 'z' }, NAMELESS, people).text).toBe('@zed@north.test ');
});
