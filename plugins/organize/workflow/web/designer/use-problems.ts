import { useMemo } from 'react';
import { unreachableStatuses, validateWorkflow } from '../../common/validate-workflow.ts';
import type { TeamRoleRow, TeamStatus } from '../../common/vocabulary-api.ts';
import { parseWithLines } from '../json-places.ts';
import { messages } from '../messages.ts';
import type { DesignProblem } from './problem-list.tsx';
import type { EditedWorkflow } from './use-draft.ts';

/**
 * Returns the problems and warnings of a workflow that is being edited; with `text`, the JSON on the screen, each has
 * its line.
 */
export function useProblems(
  { name, file }: EditedWorkflow,
  statuses: readonly TeamStatus[],
  roles: readonly TeamRoleRow[],
  text: string | undefined,
): readonly DesignProblem[] {
  return useMemo(() => {
    const known = {
      roles: new Set(roles.filter(each => !each.isAdmin).map(each => each.name)),
      statuses: new Set(statuses.map(each => each.name)),
    };
    const parsed = text === undefined ? undefined : parseWithLines(text);
    const naming: DesignProblem[] =
      name.trim() === '' ? [{ path: 'name', message: messages.useProblems.workflowNeedsAName, odd: false }] : [];
    if (parsed !== undefined && 'problem' in parsed)
      return [...naming, { path: '', message: parsed.problem, line: parsed.line, odd: false }];
    const issues = validateWorkflow(parsed === undefined ? file : parsed.value, known);
    const lined = (path: string): { readonly line?: number } =>
      parsed === undefined ? {} : { line: parsed.lineOf(path) };
    const wrong = issues.map(each => ({ ...each, odd: false, ...lined(each.path) }));
    const odd =
      issues.length > 0 ? [] : unreachableStatuses(file).map(each => ({ ...each, odd: true, ...lined(each.path) }));
    return [...naming, ...wrong, ...odd];
  }, [name, file, statuses, roles, text]);
}
