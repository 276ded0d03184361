import { expect, it } from 'vitest';
import type { PipelineGraph } from '../../common/pipeline.ts';
import { everywhere } from '../../common/pipeline.ts';
import { stepName } from './canvas-parts.ts';

const names = { customAction: new Map([[7, 'Count words']]), customEvent: new Map([[3, 'Overheated']]) };

it('should name a step by the words in its box', () => {
  const graph: PipelineGraph = {
    nodes: [{ id: 'a1', kind: 'action', type: 'delay', settings: { seconds: 5 }, x: 0, y: 0 }],
    edges: [],
  };
  expect(stepName(graph, 'a1', names)).toBe('Delay · 5 s');
  expect(stepName(graph, 'a2', names)).toBeUndefined();
});

it.each([
  ['schedule', { cron: '0 8 * * 1-5' }, 'Periodic event · Monday to Friday at 08:00'],
  ['schedule', { cron: '0 9 * * 2' }, 'Periodic event · 0 9 * * 2'],
  ['Manual trigger', { custom_event_id: 3 }, 'Custom event · Overheated'],
  ['Manual trigger', { custom_event_id: 4 }, 'Custom event'],
  ['item fired', { name: 'Look again', custom_event_id: 3 }, 'Started by hand · Look again'],
  ['item c', {}, 'Item created · All projects'],
])(
  'should name the times of a schedule, and projects only for events that happen in them: %s %o',
  (type, settings, name) => {
    const event = { id: 'e1', kind: 'event', type, settings, scope: everywhere, x: 0, y: 0 } as const;
    expect(stepName({ nodes: [event], edges: [] }, 'e1', names)).toBe(name);
  },
);

it('should name the custom action of a step, not its id', () => {
  const step = { id: 'a1', kind: 'action', type: 'custom', settings: { custom_task_id: 7 }, x: 0, y: 0 } as const;
  expect(stepName({ nodes: [step], edges: [] }, 'a1', names)).toBe('Custom action · Count words');
});
