import { expect, it } from 'vitest';
import type { PipelineGraph } from '../../common/pipeline.ts';
import { everywhere } from '../../common/pipeline.ts';
import { stepName } from './canvas-parts.ts';

it('should name a step by the words in its box', () => {
  const graph: PipelineGraph = {
    nodes: [{ id: 'a1', kind: 'action', type: 'delay', settings: { seconds: 5 }, x: 0, y: 0 }],
    edges: [],
  };
  expect(stepName(graph, 'a1')).toBe('Delay · 5 s');
  expect(stepName(graph, 'a2')).toBeUndefined();
});

it.each([
  ['schedule', { cron: '0 8 * * 1-5' }, 'Periodic event · Monday to Friday at 08:00'],
  ['schedule', { cron: '0 9 * * 2' }, 'Periodic event · 0 9 * * 2'],
  ['Manual trigger', { custom_event_id: 3 }, 'Custom event'],
  ['item c', {}, 'Item created · All projects'],
])(
  'should name the times of a schedule, and projects only for events that happen in them: %s %o',
  (type, settings, name) => {
    const event = { id: 'e1', kind: 'event', type, settings, scope: everywhere, x: 0, y: 0 } as const;
    expect(stepName({ nodes: [event], edges: [] }, 'e1')).toBe(name);
  },
);
