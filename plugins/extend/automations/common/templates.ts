import type { PipelineFile } from './pipeline-yaml.ts';
import { everywhere } from './pipeline.ts';

/** A pipeline to begin with. What is still to be chosen is shown as a problem. */
export interface PipelineTemplate extends PipelineFile {
  readonly id: string;
  readonly icon: string;
}

/** The gallery of templates. */
export const pipelineTemplates: readonly PipelineTemplate[] = [
  {
    id: 'prioritize-returned',
    icon: 'up',
    name: 'Prioritize returned items',
    description: 'When QA returns an item, its priority rises so that it is done next.',
    graph: {
      nodes: [
        {
          id: 'event1',
          kind: 'event',
          type: 'item u:annotation_status',
          settings: { to: 'Returned' },
          scope: everywhere,
          x: 40,
          y: 80,
        },
        { id: 'action1', kind: 'action', type: 'set_priority', settings: { priority: 10 }, x: 340, y: 80 },
      ],
      edges: [{ from: 'event1', to: 'action1' }],
    },
  },
  {
    id: 'approve-completed',
    icon: 'approved',
    name: 'Approve completed items',
    description: 'Items that reach Completed are approved and lose their priority.',
    graph: {
      nodes: [
        {
          id: 'event1',
          kind: 'event',
          type: 'item u:annotation_status',
          settings: { to: 'Completed' },
          scope: everywhere,
          x: 40,
          y: 80,
        },
        { id: 'action1', kind: 'action', type: 'set_approval', settings: { approval: 'approved' }, x: 340, y: 80 },
        { id: 'action2', kind: 'action', type: 'set_priority', settings: {}, x: 640, y: 80 },
      ],
      edges: [
        { from: 'event1', to: 'action1' },
        { from: 'action1', to: 'action2' },
      ],
    },
  },
  {
    id: 'return-disapproved',
    icon: 'rejected',
    name: 'Return disapproved items',
    description: 'An item that is disapproved goes back to Returned.',
    graph: {
      nodes: [
        {
          id: 'event1',
          kind: 'event',
          type: 'item u:approval_status',
          settings: { to: 'disapproved' },
          scope: everywhere,
          x: 40,
          y: 80,
        },
        { id: 'action1', kind: 'action', type: 'set_status', settings: { status: 'Returned' }, x: 340, y: 80 },
      ],
      edges: [{ from: 'event1', to: 'action1' }],
    },
  },
  {
    id: 'notify-completed',
    icon: 'send',
    name: 'Notify another system',
    description: 'Each completed item is posted to an address of yours.',
    graph: {
      nodes: [
        {
          id: 'event1',
          kind: 'event',
          type: 'item u:annotation_status',
          settings: { to: 'Completed' },
          scope: everywhere,
          x: 40,
          y: 80,
        },
        { id: 'action1', kind: 'action', type: 'send_webhook', settings: {}, x: 340, y: 80 },
      ],
      edges: [{ from: 'event1', to: 'action1' }],
    },
  },
];
