import { expect, it } from 'vitest';
import {
  addNode,
  connectNodes,
  emptyGraph,
  partOf,
  pasteNodes,
  removeParts,
  setCondition,
  setSetting,
} from './pipeline-edits.ts';
import { SCHEDULE } from './event-types.ts';
import { MOST_NODES } from './pipeline.ts';

const at = { x: 0, y: 0 };
const drawn = connectNodes(
  addNode(addNode(emptyGraph, 'event', 'item c', at), 'action', 'condition', at),
  'event1',
  'action1',
);

it('should connect nodes once, never to an event or to themselves', () => {
  expect(drawn.edges).toEqual([{ from: 'event1', to: 'action1' }]);
  for (const [from, to] of [
    ['event1', 'action1'],
    ['action1', 'event1'],
    ['action1', 'action1'],
  ] as const)
    expect(connectNodes(drawn, from, to)).toBe(drawn);
});

it('should give a new periodic event the time zone of the person, and other events none', () => {
  const settingsOf = (type: string): unknown =>
    addNode(emptyGraph, 'event', type, at, 'Asia/Kolkata').nodes[0]!.settings;
  expect(settingsOf(SCHEDULE)).toEqual({ time_zone: 'Asia/Kolkata' });
  expect(settingsOf('item c')).toEqual({});
});

it('should leave a condition by true first and then by false', () => {
  const more = addNode(addNode(drawn, 'action', 'delay', at), 'action', 'delay', at);
  const both = connectNodes(connectNodes(more, 'action1', 'action2'), 'action1', 'action3');
  expect(both.edges.slice(1).map(each => each.on)).toEqual(['true', 'false']);
  expect(setCondition(both, 2, 'always').edges[2]).toEqual({ from: 'action1', to: 'action3', on: 'always' });
  expect(setCondition(both, 2, 'success').edges[2]).toEqual({ from: 'action1', to: 'action3' });
});

it('should remove a node with its edges', () => {
  expect(removeParts(drawn, new Set(['action1']))).toMatchObject({ nodes: [{ id: 'event1' }], edges: [] });
  expect(removeParts(drawn, new Set(), new Set([0])).edges).toEqual([]);
});

it('should paste a part with new ids and its own edges', () => {
  const pasted = pasteNodes(drawn, partOf(drawn, new Set(['event1', 'action1'])));
  expect([...pasted.ids]).toEqual(['event2', 'action2']);
  expect(pasted.graph.edges).toEqual([
    { from: 'event1', to: 'action1' },
    { from: 'event2', to: 'action2' },
  ]);
});

it('should take no more nodes than a pipeline may have', () => {
  let full = emptyGraph;
  for (let count = 0; count < MOST_NODES; count++) full = addNode(full, 'action', 'delay', at);
  expect(addNode(full, 'action', 'delay', at)).toBe(full);
  expect(pasteNodes(full, drawn)).toEqual({ graph: full, ids: new Set() });
});

it('should remove a setting that is emptied', () => {
  const set = setSetting(drawn, 'action1', 'rules', 5);
  expect(set.nodes[1]!.settings).toEqual({ rules: 5 });
  expect(setSetting(set, 'action1', 'rules', undefined).nodes[1]!.settings).toEqual({});
});
