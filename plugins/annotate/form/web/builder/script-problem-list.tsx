import type { JSX } from 'react';
import { ProblemRows } from '#core/ui/web/index.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';
import type { ScriptProblem } from './script-problems.ts';

/** Lists the problems in scripts; a click leads to the line. */
export function ScriptProblemList({
  problems,
  onOpen,
}: {
  readonly problems: readonly ScriptProblem[];
  readonly onOpen: (problem: ScriptProblem) => void;
}): JSX.Element | undefined {
  if (problems.length === 0) return undefined;
  return (
    <div className={classes['scriptProblems']}>
      <ProblemRows
        label={messages.scriptProblemList.problemsInScripts}
        problems={problems.map(each => ({
          ...each,
          place: messages.scriptProblemList.scriptLine(each.script, each.line),
        }))}
        onOpen={onOpen}
      />
    </div>
  );
}
