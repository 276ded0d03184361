import { actionsApi } from '../common/actions-api.ts';
import { automationsApi } from '../common/api.ts';
import type { ActionCode } from '../common/custom-action.ts';
import { blankAction } from '../common/custom-action.ts';
import { intakeApi } from '../common/intake-api.ts';
import type { PipelineGraph } from '../common/pipeline.ts';
import { testsApi } from '../common/tests-api.ts';

/** Returns the code of an action with a body of its handler. Its first line is the third of the source. */
export const codeOf = (body: string, more: Partial<ActionCode> = {}): ActionCode => ({
  ...blankAction,
  source: `import type { Handler } from '@loupe/sdk/automation';\nconst handler: Handler = async (event, context, { item, items, annotations, log, fetch, secrets }) => {\n${body}\n};\nexport default handler;\n`,
  ...more,
});

/** Returns a pipeline of one step that is started by hand on items of a project. */
export const startedByHand = (
  projectId: number,
  settings: Readonly<Record<string, unknown>>,
  type: string,
): PipelineGraph => ({
  nodes: [
    {
      id: 'start',
      kind: 'event',
      type: 'item fired',
      settings: { name: 'Go' },
      scope: { all: false, projects: [{ id: projectId, folders: [] }] },
      x: 0,
      y: 0,
    },
    { id: 'a1', kind: 'action', type, settings, x: 300, y: 0 },
  ],
  edges: [{ from: 'start', to: 'a1' }],
});

/** Addresses of all lists of automations. */
export const listAddresses = [automationsApi, actionsApi, testsApi, intakeApi]
  .flatMap(api => Object.values(api.operations))
  .filter(each => each.method === 'GET' && !each.path.includes(':'))
  .map(each => `/services/automations${each.path}`);
