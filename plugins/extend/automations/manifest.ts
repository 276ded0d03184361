import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'automations',
  title: 'Automations',
  description: 'Pipelines of events and actions: drawn in the product, tried on real items, and run with a history.',
  requires: ['teams', 'projects', 'items', 'workflow', 'annotations'],
  optional: ['explore', 'notifications'],
  feature: 'automation',
  activation: 'use',
  routes: {
    list: { path: '/t/:teamId/automations', title: 'Automations', access: 'ViewAutomations', icon: 'workflow' },
    history: { path: '/t/:teamId/automations/history', title: 'Automation history', access: 'ViewAutomations' },
    actions: { path: '/t/:teamId/automations/actions', title: 'Custom actions', access: 'ViewAutomations' },
    action: { path: '/t/:teamId/automations/actions/:actionId', title: 'Custom action', access: 'ViewAutomations' },
    secrets: { path: '/t/:teamId/automations/secrets', title: 'Automation secrets', access: 'ManagePipelines' },
    events: { path: '/t/:teamId/automations/events', title: 'Custom events', access: 'ViewAutomations' },
    tokens: { path: '/t/:teamId/automations/tokens', title: 'Webhook tokens', access: 'ManagePipelines' },
    newPipeline: { path: '/t/:teamId/automations/new', title: 'New pipeline', access: 'ManagePipelines' },
    pipeline: { path: '/t/:teamId/automations/:pipelineId', title: 'Pipeline', access: 'ViewAutomations' },
  },
  commands: {
    save: { title: 'Save the pipeline', access: 'ManagePipelines', scope: 'pipeline' },
    undo: { title: 'Undo in the pipeline', access: 'ManagePipelines', scope: 'pipeline', icon: 'undo' },
    redo: { title: 'Redo in the pipeline', access: 'ManagePipelines', scope: 'pipeline', icon: 'redo' },
    layout: { title: 'Arrange the pipeline', access: 'ManagePipelines', scope: 'pipeline' },
    fire: { title: 'Run a pipeline…', access: 'ManagePipelines', icon: 'workflow', hidden: true },
    tryOut: { title: 'Try the pipeline on items', access: 'ManagePipelines', scope: 'pipeline', icon: 'play' },
  },
  shortcuts: { save: 'Ctrl+S', undo: 'Ctrl+Z', redo: ['Ctrl+Shift+Z', 'Ctrl+Y'], layout: 'L', tryOut: 'T' },
  panels: {
    fireItems: { place: 'items.dialogs', title: 'Run a pipeline', access: 'ManagePipelines' },
    fireFound: { place: 'explore.dialogs', title: 'Run a pipeline', access: 'ManagePipelines' },
  },
  menus: {
    main: [{ use: 'list', order: 85 }],
    'items.bulk': [{ use: 'fire', order: 90 }],
    'explore.bulk': [{ use: 'fire', order: 90 }],
  },
  jobs: { run: { title: 'Run a pipeline', background: true } },
});
