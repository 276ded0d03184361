import type { WorkflowFile } from '../../common/workflow-file.ts';

/** Returns a workflow as the JSON view shows it. */
export const jsonOf = (file: WorkflowFile): string => JSON.stringify(file, undefined, 2);

/** Returns the value of a text; undefined when it is no JSON. */
export function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
