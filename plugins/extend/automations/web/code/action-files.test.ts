import { expect, it } from 'vitest';
import { actionCode, blankAction, fileNames } from '../../common/custom-action.ts';
import { changedFiles, filesOf, languageOf, withText } from './action-files.ts';

const two = { ...blankAction, source: 'main', files: [{ name: 'rules.ts', text: 'one' }] };

it('should change the text of one file', () => {
  expect(filesOf(withText(two, 'rules.ts', 'two')).map(each => each.text)).toEqual(['main', 'two']);
  expect(filesOf(withText(two, 'main.ts', 'other')).map(each => each.text)).toEqual(['other', 'one']);
});

it('should name files that were added, changed and removed', () => {
  const after = { ...two, source: 'other', files: [{ name: 'limits.json', text: '' }] };
  expect(changedFiles(two, two)).toEqual([]);
  expect(changedFiles(two, after)).toEqual([
    { name: 'main.ts', before: 'main', after: 'other' },
    { name: 'rules.ts', before: 'one', after: '' },
    { name: 'limits.json', before: '', after: '' },
  ]);
});

it('should keep to names that can be imported, each once', () => {
  const valid = (...names: string[]): boolean =>
    actionCode.safeParse({ ...blankAction, files: names.map(name => ({ name, text: '' })) }).success;
  expect(valid('rules.ts', 'limits.json', 'rules.py')).toBe(true);
  for (const name of ['main.py', 'x-y.py', 'rules.ts']) expect(fileNames.python.safeParse(name).success).toBe(false);
  for (const names of [['main.ts'], ['../x.ts'], ['rules.js'], ['rules.ts', 'rules.ts']])
    expect(valid(...names)).toBe(false);
});

it('should know the language of each file', () => {
  expect(['main.ts', 'rules.py', 'limits.json'].map(languageOf)).toEqual(['typescript', 'python', 'json']);
});
