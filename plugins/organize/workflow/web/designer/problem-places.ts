import type { WorkflowFile } from '../../common/workflow-file.ts';
import type { Chosen } from '../graph/graph-parts.ts';

/** Lists of the designer. */
export type DesignerTab = 'statuses' | 'roles' | 'transitions' | 'simulate';

/** Returns the place in the designer of a problem, by its JSON pointer. */
export function placeOfProblem(
  file: WorkflowFile,
  pointer: string,
): { readonly tab: DesignerTab; readonly chosen: Chosen } {
  const [, list, at] = pointer.split('/');
  if (list === 'transitions' && at !== undefined && file.transitions[Number(at)] !== undefined)
    return { tab: 'transitions', chosen: { transition: Number(at) } };
  if (list === 'statuses' && at !== undefined && file.statuses[Number(at)] !== undefined)
    return { tab: 'statuses', chosen: { status: file.statuses[Number(at)]! } };
  if (list === 'roles' || list === 'allowed_resources_to_roles') return { tab: 'roles', chosen: undefined };
  return { tab: list === 'transitions' ? 'transitions' : 'statuses', chosen: undefined };
}
