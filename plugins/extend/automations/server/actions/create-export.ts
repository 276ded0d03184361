import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ExportFormat } from '#plugins/exchange/exchange/common/index.ts';
import { exportFormatTitles } from '#plugins/exchange/exchange/common/index.ts';
import type { Exports } from '#plugins/exchange/exchange/server/kit/index.ts';
import type { ActionNode } from '../../common/pipeline.ts';
import type { Action, ActionInput, ActionOutcome } from './action.ts';
import { textSetting } from './built-in-actions.ts';
import { failureOf } from './by-project.ts';

/** Returns the code of a status in a project. @throws Fault INVALID_FIELD when the project does not know it */
type StatusCode = (context: RequestContext, projectId: number, name: string) => Promise<number>;

/** Begins one export for the items that come together, or for their entire project. */
export const exportAction = (exports: Exports, statusCode: StatusCode): Action => ({
  external: false,
  access: 'CreateExport',
  async run(context, { node }, inputs) {
    const outcomes = new Map<ActionInput, ActionOutcome>();
    for (const projectId of new Set(inputs.map(each => each.projectId))) {
      const group = inputs.filter(each => each.projectId === projectId);
      const outcome =
        projectId === null
          ? noProject
          : await begin(context, projectId, { node, group, exports, statusCode }).catch(refusal);
      for (const input of group) outcomes.set(input, outcome);
    }
    return inputs.map(each => outcomes.get(each)!);
  },
});

function refusal(error: unknown): ActionOutcome {
  if (!isFault(error) || error.status >= 500) throw error;
  return failureOf(error);
}

const noProject: ActionOutcome = {
  result: 'failure',
  error: { code: 'NO_PROJECT', message: 'The event is not about a project.' },
};

interface Asked {
  readonly node: ActionNode;
  readonly group: readonly ActionInput[];
  readonly exports: Exports;
  readonly statusCode: StatusCode;
}

async function begin(
  context: RequestContext,
  projectId: number,
  { node, group, exports, statusCode }: Asked,
): Promise<ActionOutcome> {
  await context.demand('CreateExport', { projectId });
  const format = (textSetting(node, 'format') ?? 'json') as ExportFormat;
  const status = textSetting(node, 'status');
  const ids = [...new Set(group.flatMap(each => each.itemId ?? []))];
  const whole = ids.length === 0 || textSetting(node, 'items') === 'project';
  const { id, name } = await exports.create(context, projectId, {
    format,
    only_pinned: false,
    include_originals: textSetting(node, 'files') === 'yes',
    include_fuse: false,
    include_project: false,
    ...(whole ? {} : { item_ids: ids }),
    ...(status === undefined ? {} : { statuses: [await statusCode(context, projectId, status)] }),
  });
  return {
    result: 'success',
    output: { export_id: id, name },
    // The same for every trial: the name has the time in it.
    changes: [{ kind: 'export', before: null, after: exportFormatTitles[format] }],
  };
}
