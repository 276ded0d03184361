import { expect, it } from 'vitest';
import type { PipelineGraph } from '../../common/pipeline.ts';
import { stepName } from './canvas-parts.ts';

it('should name a step by the words in its box', () => {
  const graph: PipelineGraph = {
    nodes: [{ id: 'a1', kind: 'action', type: 'delay', settings: { seconds: 5 }, x: 0, y: 0 }],
    edges: [],
  };
  expect(stepName(graph, 'a1')).toBe('Delay · 5 s');
  expect(stepName(graph, 'a2')).toBeUndefined();
});
