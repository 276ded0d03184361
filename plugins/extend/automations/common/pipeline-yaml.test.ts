import fc from 'fast-check';
import { expect, it } from 'vitest';
import { actionTypes } from './action-types.ts';
import { eventTypes } from './event-types.ts';
import type { PipelineGraph } from './pipeline.ts';
import { edgeConditions, everywhere } from './pipeline.ts';
import { readPipelineYaml, writePipelineYaml } from './pipeline-yaml.ts';
import { pipelineTemplates } from './templates.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const settings = fc.dictionary(
  fc.stringMatching(/^[a-z_]{1,8}$/),
  fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 2 })),
  { maxKeys: 3, noNullPrototype: true },
);
const place = { x: fc.integer({ min: -1e5, max: 1e5 }), y: fc.integer({ min: -1e5, max: 1e5 }) };
const scope = fc.oneof(
  fc.constant(everywhere),
  fc.record({
    all: fc.constant(false),
    projects: fc.array(
      fc.record({
        id: fc.integer({ min: 1, max: 1e6 }),
        folders: fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 2 }),
      }),
      { maxLength: 3 },
    ),
  }),
);
const graphs = fc
  .uniqueArray(fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,8}$/), { minLength: 1, maxLength: 6 })
  .chain(ids =>
    fc.record({
      nodes: fc.tuple(
        ...ids.map(id =>
          fc.oneof(
            fc.record({
              id: fc.constant(id),
              kind: fc.constant('event' as const),
              type: fc.constantFrom(...eventTypes.map(each => each.type)),
              settings,
              scope,
              ...place,
            }),
            fc.record({
              id: fc.constant(id),
              kind: fc.constant('action' as const),
              type: fc.constantFrom(...actionTypes.map(each => each.type)),
              settings,
              ...place,
            }),
          ),
        ),
      ),
      edges: fc.array(
        fc.record(
          { from: fc.constantFrom(...ids), to: fc.constantFrom(...ids), on: fc.constantFrom(...edgeConditions) },
          { requiredKeys: ['from', 'to'], noNullPrototype: true },
        ),
        { maxLength: 6 },
      ),
    }),
  );

it('should read back every pipeline that it writes', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[^\s\p{Cc}]{1,20}$/u),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      graphs,
      (name, description, graph) => {
        const file = { name, description, graph: graph as PipelineGraph };
        expect(readPipelineYaml(writePipelineYaml(file))).toEqual({ file });
      },
    ),
    { numRuns: 200 },
  );
});

it('should read back the templates', () => {
  for (const { name, description, graph } of pipelineTemplates)
    expect(readPipelineYaml(writePipelineYaml({ name, description, graph }))).toEqual({
      file: { name, description, graph },
    });
});

it.each([
  ['a broken text', 'name: [', 1],
  ['a node without a kind', 'name: A\nnodes:\n  n1:\n    what: x\n', 3],
  ['a node with a bad id', 'name: A\nnodes:\n  ok:\n    action: delay\n  1st:\n    action: delay\n', 5],
  ['an edge without an end', 'name: A\nnodes:\n  a:\n    action: delay\nedges:\n  - from: a\n', 6],
  ['an unknown key', 'name: A\nnodes: {}\nowner: me\n', 1],
])('should name the line of %s', (_, yaml, line) => {
  expect(readPipelineYaml(yaml)).toMatchObject({ problems: [{ line }] });
});
