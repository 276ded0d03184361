import { expect, it } from 'vitest';
import { noPictures, readBack } from '../exchange/exchange.support.ts';
import { exchangeFormats } from '../exchange/format-table.ts';

const box = (id: string, labels: readonly string[], x: number): object => ({
  id,
  type: 'rectanglelabels',
  original_width: 100,
  original_height: 100,
  value: { x, y: 10, width: 10, height: 10, rectanglelabels: labels },
});
const choices = (id: string, name: string, values: readonly string[]): object => ({
  id,
  type: 'choices',
  from_name: name,
  value: { choices: values },
});
const read = (result: readonly object[]): ReturnType<typeof readBack> =>
  readBack(
    exchangeFormats['label-studio'],
    new Map([['tasks.json', JSON.stringify([{ data: { image: 'a.jpg' }, annotations: [{ result }] }])]]),
    noPictures,
  );

const groupsOf = (classes: Awaited<ReturnType<typeof read>>['classes']): object =>
  Object.fromEntries(
    classes.map(({ name, attribute_groups: groups = [] }) => [
      name,
      groups.map(group => [group.name, group.group_type, group.attributes?.map(each => each.name)]),
    ]),
  );

it('should report relations, further labels and results that an image project has no place for', async () => {
  const { report } = await read([
    box('a', ['Car', 'Taxi', 'Cab'], 10),
    box('b', ['Wheel'], 40),
    { type: 'relation', from_id: 'a', to_id: 'b', labels: ['has'] },
    { id: 'c', type: 'videorectangle', value: { sequence: [] } },
  ]);
  expect(report).toEqual(
    expect.arrayContaining([
      '2 further labels of a region were dropped; the first label of each region is its class',
      '1 relation was read as a group',
      '1 label of a relation was dropped',
      '1 videorectangle result has no place in an image project',
    ]),
  );
});

it('should distinguish a question with one choice from one with several', async () => {
  const { classes } = await read([
    box('a', ['Car'], 10),
    choices('a', 'State', ['parked']),
    choices('a', 'Parts', ['door', 'wheel']),
    box('b', ['Car'], 40),
    choices('b', 'State', ['moving']),
    choices('b', 'Parts', ['door']),
    choices('c', 'Weather', ['sunny']),
  ]);
  expect(groupsOf(classes)).toEqual({
    Car: [
      ['State', 'radio', ['parked', 'moving']],
      ['Parts', 'checklist', ['door', 'wheel']],
    ],
    Weather: [['Weather', 'radio', ['sunny']]],
  });
});
