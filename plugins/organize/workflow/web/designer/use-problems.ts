import { useMemo } from 'react';
import type { ListedProblem } from '#core/ui/web/index.ts';
import { unreachableStatuses, validateWorkflow } from '../../common/validate-workflow.ts';
import type { TeamRoleRow, TeamStatus } from '../../common/vocabulary-api.ts';
import { parseWithLines } from '../json-places.ts';
import { messages } from '../messages.ts';
import type { EditedWorkflow } from './use-draft.ts';

/** A problem of a workflow, or a warning. */
export interface DesignProblem extends ListedProblem {
  readonly path: string;
  /** Line of the JSON, from 1, where that is on the screen. */
  readonly line?: number | undefined;
}

/**
 * Returns the problems and warnings of a workflow that is being edited; with `text`, the JSON on the screen, each has
 * its line. A workflow that is `fixed` has none: the built-in workflows have transitions that only pinned items can take, which
 * a workflow of a team may not have.
 */
export function useProblems(
  { name, file }: EditedWorkflow,
  statuses: readonly TeamStatus[],
  roles: readonly TeamRoleRow[],
  text: string | undefined,
  fixed: boolean,
): readonly DesignProblem[] {
  return useMemo(() => {
    if (fixed) return [];
    const known = {
      roles: new Set(roles.filter(each => !each.isAdmin).map(each => each.name)),
      statuses: new Set(statuses.map(each => each.name)),
    };
    const parsed = text === undefined ? undefined : parseWithLines(text);
    const naming: DesignProblem[] =
      name.trim() === '' ? [{ path: 'name', message: messages.useProblems.workflowNeedsAName, severity: 'error' }] : [];
    if (parsed !== undefined && 'problem' in parsed)
      return [...naming, { path: '', message: parsed.problem, line: parsed.line, severity: 'error' }];
    const issues = validateWorkflow(parsed === undefined ? file : parsed.value, known);
    const lined = (path: string): { readonly line?: number } =>
      parsed === undefined ? {} : { line: parsed.lineOf(path) };
    const errors = issues.map((each): DesignProblem => ({ ...each, severity: 'error', ...lined(each.path) }));
    const warnings = (issues.length > 0 ? [] : unreachableStatuses(file)).map((each): DesignProblem => ({
      ...each,
      severity: 'warning',
      ...lined(each.path),
    }));
    return [...naming, ...errors, ...warnings];
  }, [name, file, statuses, roles, text, fixed]);
}

/** Sums up the problems that keep a workflow from being saved; without any, the warnings. */
export function problemSummary(problems: readonly DesignProblem[]): string {
  const errors = problems.filter(each => each.severity === 'error').length;
  if (errors > 0) return messages.useProblems.problemsToFixBeforeSaving(errors);
  return problems.length > 0 ? messages.useProblems.warnings(problems.length) : messages.useProblems.noProblems;
}
