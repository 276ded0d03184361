import { describe, expect, it } from 'vitest';
import type { PipelineGraph } from './pipeline.ts';
import { everywhere } from './pipeline.ts';
import { pipelineTemplates } from './templates.ts';
import { stepsWithChange } from './transition-steps.ts';
import { validatePipeline } from './validate-pipeline.ts';

const event = (id: string, type: string, settings: object = {}): PipelineGraph['nodes'][number] => ({
  id,
  kind: 'event',
  type,
  settings: settings as never,
  scope: everywhere,
  x: 0,
  y: 0,
});
const action = (id: string, type: string, settings: object = {}): PipelineGraph['nodes'][number] => ({
  id,
  kind: 'action',
  type,
  settings: settings as never,
  x: 0,
  y: 0,
});
const wait = (id: string): PipelineGraph['nodes'][number] => action(id, 'delay', { seconds: 5 });
const messages = (nodes: PipelineGraph['nodes'], edges: PipelineGraph['edges'], known = {}): readonly string[] =>
  validatePipeline({ nodes, edges }, known).map(each => `${each.node ?? ''}: ${each.message}`);

describe('a pipeline', () => {
  it('should have no problem when it can run', () => {
    expect(messages([event('e', 'item c'), wait('a')], [{ from: 'e', to: 'a' }])).toEqual([]);
  });

  it.each<[string, PipelineGraph['nodes'], PipelineGraph['edges'], string]>([
    ['without an event', [wait('a')], [], ': Nothing starts this pipeline. Add an event.'],
    ['without an action', [event('e', 'item c')], [], ': This pipeline does nothing. Add an action.'],
    ['with an event that starts nothing', [event('e', 'item c'), wait('a')], [], 'e: This event starts nothing.'],
    ['with an action that nothing leads to', [event('e', 'item c'), wait('a')], [], 'a: Nothing leads to this action.'],
    ['with two nodes of one id', [event('e', 'item c'), wait('e')], [], 'e: Two nodes have the id e.'],
    ['with an edge to nowhere', [event('e', 'item c')], [{ from: 'e', to: 'x' }], ': An edge leads from e to x'],
    [
      'with an edge to an event',
      [event('e', 'item c'), wait('a')],
      [{ from: 'a', to: 'e' }],
      'e: Events start a pipeline.',
    ],
    [
      'with a loop',
      [event('e', 'item c'), wait('a'), wait('b')],
      [
        { from: 'e', to: 'a' },
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
      ],
      'a: This action leads back to itself.',
    ],
    [
      'with an item action after an event about projects',
      [event('e', 'project c'), action('a', 'pin', { pinned: 'yes' })],
      [{ from: 'e', to: 'a' }],
      'a: Pin needs an item',
    ],
    [
      'with “success” after a condition',
      [
        event('e', 'item c'),
        action('a', 'condition', {
          rules: { match: 'all', rules: [{ field: 'after.name', operator: 'empty', value: '' }] },
        }),
        wait('b'),
      ],
      [
        { from: 'e', to: 'a' },
        { from: 'a', to: 'b' },
      ],
      'a: An edge that leaves a condition must be',
    ],
  ])('%s should have a problem that names the fix', (_, nodes, edges, message) => {
    expect(messages(nodes, edges).some(each => each.startsWith(message))).toBe(true);
  });

  it.each([
    ['delay', { seconds: 1.5 }, 'Seconds must be a whole number of seconds.'],
    ['delay', { seconds: 86_401 }, 'Seconds must be from 1 to 86400.'],
    ['send_webhook', { url: 'ftp://x' }, 'Request URL must be an address that begins with https:// or http://.'],
    ['set_status', { status: 'Gone' }, 'There is no status “Gone”. Choose another one.'],
    ['set_approval', { approval: 'maybe' }, 'Approval must be one of none, disapproved, approved.'],
    ['assign', { email: 'nobody' }, 'Contributor must be an e-mail address.'],
    ['pin', { pinned: 'yes', more: 1 }, 'There is no setting “more”. Remove it.'],
    ['condition', {}, 'Fill in “Rules”.'],
  ])('should check the settings of %s %j', (type, settings, message) => {
    expect(
      messages([event('e', 'item c'), action('a', type, settings)], [{ from: 'e', to: 'a' }], {
        statuses: new Set(['Completed']),
      }),
    ).toContain(`a: ${message}`);
  });

  it('should ask for an action that can be part of a transition where that is chosen', () => {
    const start = event('e', 'transition', { timing: 'with_change' });
    const pin = (id: string): PipelineGraph['nodes'][number] => action(id, 'pin', { pinned: 'yes' });
    const edges = ['ea', 'ab', 'bc'].map(([from, to]) => ({ from: from!, to: to! }));
    expect(messages([start, wait('a'), pin('b'), pin('c')], edges)).toEqual([
      expect.stringContaining('e: None of the first actions can be part of the change.'),
    ]);
    const nodes = [start, pin('a'), wait('b'), pin('c')];
    expect(messages(nodes, edges)).toEqual([]);
    expect([...stepsWithChange({ nodes, edges }, 'e')]).toEqual(['a']);
  });

  it('should know only projects that exist', () => {
    const chosen = { ...event('e', 'item c'), scope: { all: false, projects: [{ id: 9, folders: [] }] } };
    const nodes = [chosen as PipelineGraph['nodes'][number], wait('a')];
    expect(messages(nodes, [{ from: 'e', to: 'a' }], { projects: new Set([1]) })).toEqual([
      'e: Project 9 does not exist. Remove it.',
    ]);
  });
});

it('should let every template run once what it asks for is filled in', () => {
  expect(pipelineTemplates.map(({ id, graph }) => [id, validatePipeline(graph).map(each => each.message)])).toEqual([
    ['prioritize-returned', []],
    ['approve-completed', []],
    ['return-disapproved', []],
    ['notify-completed', ['Fill in “Request URL”.']],
  ]);
});
