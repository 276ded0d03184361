import { createHash } from 'node:crypto';
import { idleGraph, sampleAction, sampleGraph } from './sample-graph.ts';

/** Values of calls of automations; `fresh` makes a name that was not used before. */
export const automationValues = (fresh: (word: string) => string): Readonly<Record<string, () => unknown>> => ({
  ...Object.fromEntries(
    ['createPipeline', 'savePipeline'].map(each => [`automations.${each}:graph`, () => sampleGraph]),
  ),
  ...Object.fromEntries(
    ['createCustomTask', 'saveCustomTask', 'testCustomTask', 'runTests'].map(each => [
      `automations.${each}:draft`,
      () => sampleAction,
    ]),
  ),
  ...Object.fromEntries(
    ['createTestCase', 'saveTestCase'].flatMap(each => [
      [`automations.${each}:event`, () => ({})],
      [`automations.${each}:context`, () => ({})],
      [`automations.${each}:expected`, () => null],
    ]),
  ),
  'automations.runTests:tests': () => [{ name: 'Test', event: {}, context: {}, expected: null }],
  'automations.createCustomEvent:fields': () => [],
  'automations.saveCustomEvent:fields': () => [],
  'automations.fireCustomEvent:values': () => ({}),
  'automations.createSecret:name': () => fresh('Sample').replace(' ', '_'),
  'automations.createSecret:values': () => ({ TOKEN: 'a value' }),
  'automations.updateSecret:values': () => ({ TOKEN: 'another value' }),
  'automations.updateSecret:remove': () => [],
  'automations.getCustomTaskVersion:number': () => 1,
  'automations.dryRunPipeline:graph': () => idleGraph,
  'automations.applyDryRun:graph': () => idleGraph,
  'automations.setWebhookSecret:secret': () => 'a secret of this team',
  'automations.startPipeline:node_id': () => 'start',
  'automations.startPipeline:values': () => ({}),
  'automations.setAutomationLimits:version': () => 0,
  'automations.dryRunPipeline:node_id': () => 'start',
  'automations.applyDryRun:node_id': () => 'start',
  // Of a dry run that changes nothing.
  'automations.applyDryRun:digest': () => createHash('sha256').update('[]').digest('base64url'),
  'automations.automationCharts:from': () => '2026-01-01T00:00:00Z',
  'automations.automationCharts:to': () => '2026-01-02T00:00:00Z',
});
