import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { shapeProblem } from '#plugins/workspace/classes/common/index.ts';
import type { EditorTool } from './editor-type.ts';

interface Drawing {
  readonly classes: readonly AnnotationClass[];
  readonly activeClassId: number | undefined;
}

/** Returns why a tool cannot draw the active class, as a sentence; undefined when it can. */
export function toolProblem({ shape }: EditorTool, { classes, activeClassId }: Drawing): string | undefined {
  const active = classes.find(each => each.id === activeClassId);
  return shape === undefined || active === undefined ? undefined : shapeProblem(active, shape);
}

/** Returns the first tool that draws the active class; undefined when none does. */
export const toolOfClass = (tools: readonly EditorTool[], drawing: Drawing): EditorTool | undefined =>
  tools.find(each => each.shape !== undefined && toolProblem(each, drawing) === undefined);
