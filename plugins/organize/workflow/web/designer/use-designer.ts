import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { confirm, toast, useLeaveQuestion } from '#core/ui/web/index.ts';
import type { TeamRoleRow, TeamStatus } from '../../common/vocabulary-api.ts';
import type { WorkflowFile } from '../../common/workflow-file.ts';
import { workflowFile } from '../../common/workflow-file.ts';
import { beginSimulation } from '../../common/workflow-simulation.ts';
import type { Chosen } from '../graph/graph-parts.ts';
import { messages } from '../messages.ts';
import { iconIdOf } from '../status-icon.tsx';
import { DesignerKeys } from './designer-keys.ts';
import type { DesignerTab } from './problem-places.ts';
import type { StoredWorkflow } from './use-draft.ts';
import { useDraft } from './use-draft.ts';
import { useProblems } from './use-problems.ts';
import { useSave } from './use-save.ts';
import { jsonOf, valueOf } from './workflow-text.ts';

export interface DesignerProps {
  /** The workflow as the server has it now; it may change while it is open. */
  readonly current: StoredWorkflow;
  readonly statuses: readonly TeamStatus[];
  readonly roles: readonly TeamRoleRow[];
  /** Built-in workflows are only looked at. */
  readonly fixed: boolean;
  /** Reads again the words that were just made. */
  readonly onWords: () => Promise<unknown>;
}

/** The state of a designer: the draft, its view, what is chosen, and saving. */
export type DesignerState = ReturnType<typeof useDesigner>;

/** Keeps the state of a designer. */
export function useDesigner({ current, statuses, roles, fixed }: DesignerProps) {
  const team = useTeam();
  const navigate = useNavigate();
  const keys = useService(DesignerKeys);
  const draft = useDraft(current);
  const { present, dirty, stored } = draft;
  const { file } = present;
  const [view, setView] = useState<'graph' | 'json'>('graph');
  const [text, setText] = useState<string>();
  const [tab, setTab] = useState<DesignerTab>('statuses');
  const [chosen, setChosen] = useState<Chosen>();
  const [simulation, setSimulation] = useState(() => beginSimulation(current.file));
  const [made, setMade] = useState<number>();
  const field = useRef<HTMLTextAreaElement>(null);
  const shown = view === 'json' ? (text ?? jsonOf(file)) : undefined;
  const problems = useProblems(present, statuses, roles, shown, fixed);
  const wrong = problems.some(each => each.severity === 'error');
  const saving = useSave(draft, statuses, setMade);
  // Text that can not be read as a workflow is in no draft yet.
  const unread = text !== undefined && !workflowFile.safeParse(valueOf(text)).success;
  const changed = dirty || unread;
  useLeaveQuestion(changed && made === undefined);

  useEffect(() => {
    if (made !== undefined) void navigate(`/t/${team.id}/workflows/${made}`, { replace: true });
  }, [made, navigate, team.id]);
  const outdated = current.version !== stored.version && !saving.busy && saving.waiting === undefined;
  const follow = useEffectEvent(() => {
    if (outdated && !changed) draft.rebase(current);
  });
  useEffect(() => follow(), [outdated, changed, current]);

  const step = (move: () => void): void => {
    setText(undefined);
    move();
  };
  useEffect(() => {
    if (fixed) return undefined;
    return keys.give({
      save: () => {
        if (changed && !wrong) saving.save();
        else if (wrong) toast(messages.useDesigner.fixTheProblemsFirst, { tone: 'error' });
      },
      undo: () => step(draft.undo),
      redo: () => step(draft.redo),
    });
  });

  const edit = fixed ? undefined : (next: WorkflowFile, series?: string): void => draft.edit({ file: next }, series);
  const choose = (next: Chosen): void => {
    setChosen(next);
    if (next !== undefined && tab !== 'simulate') setTab('status' in next ? 'statuses' : 'transitions');
  };
  const write = (next: string): void => {
    const parsed = workflowFile.safeParse(valueOf(next));
    setText(parsed.success && jsonOf(parsed.data) === next ? undefined : next);
    if (parsed.success) draft.edit({ file: parsed.data }, 'json');
  };
  const show = async (next: 'graph' | 'json'): Promise<void> => {
    if (
      unread &&
      !(await confirm({
        title: messages.useDesigner.leaveTheJsonAsItIs,
        text: messages.useDesigner.textCantBeRead,
        action: messages.useDesigner.dropIt,
        danger: true,
      }))
    )
      return;
    setText(undefined);
    setView(next);
  };
  const iconOf = (name: string): number | null => iconIdOf(statuses.find(each => each.name === name));
  const rebase = (): void => {
    setText(undefined);
    draft.rebase(current);
  };

  return {
    draft,
    saving,
    problems,
    wrong,
    changed,
    outdated,
    view,
    show,
    shown,
    field,
    write,
    tab,
    setTab,
    chosen,
    choose,
    setChosen,
    simulation,
    setSimulation,
    edit,
    step,
    rebase,
    iconOf,
  };
}
