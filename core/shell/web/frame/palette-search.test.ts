import { expect, test } from 'vitest';
import { findOptions } from './palette-search.ts';

const options = [
  'Invite people to the team',
  'New project',
  'Projects',
  'Open the item',
  'Switch to Alpha project',
].map(title => ({ title, group: title.startsWith('Switch') ? 'Team' : 'Do' }));
const found = (search: string): string[] => findOptions(options, search).map(each => each.title);

test.each<[string, string[]]>([
  ['', options.map(each => each.title)],
  ['project', ['Projects', 'New project', 'Switch to Alpha project']],
  ['NEW proj', ['New project']],
  ['prjcts', ['Projects']],
  ['team', ['Invite people to the team', 'Switch to Alpha project']],
  ['zzz', []],
  ['to the', ['Invite people to the team']],
])('should find the matches of "%s", the best first', (search, titles) => {
  expect(found(search)).toEqual(titles);
});
