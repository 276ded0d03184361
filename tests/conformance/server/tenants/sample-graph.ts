/** A pipeline that is started by hand and then waits for a day. */
export const sampleGraph = {
  nodes: [
    {
      id: 'start',
      kind: 'event',
      type: 'item fired',
      settings: { name: 'Sample' },
      scope: { all: true, projects: [] },
      x: 0,
      y: 0,
    },
    { id: 'wait', kind: 'action', type: 'delay', settings: { seconds: 86_400 }, x: 300, y: 0 },
    { id: 'priority', kind: 'action', type: 'set_priority', settings: { priority: 1 }, x: 600, y: 0 },
  ],
  edges: [
    { from: 'start', to: 'wait' },
    { from: 'wait', to: 'priority' },
  ],
};

/** A pipeline that only waits, so that trying it changes nothing. */
export const idleGraph = { nodes: sampleGraph.nodes.slice(0, 2), edges: sampleGraph.edges.slice(0, 1) };

/** Code of a custom action that does nothing. */
export const sampleAction = {
  interpreter: 'typescript' as const,
  source: 'export default () => undefined;\n',
  hosts: [],
  writes: [],
  reads: [],
  secrets: [],
  time_limit: 1,
  memory: 64,
};
