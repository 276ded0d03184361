import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { downloadJson, toast, toastError } from '#core/ui/web/index.ts';
import { projectKeys } from '#plugins/workspace/projects/common/index.ts';
import { copyWorkflow } from '../../common/workflow-draft.ts';
import { workflowFile } from '../../common/workflow-file.ts';
import { deleteWord } from '../delete-word.ts';
import { useWorkflowUsage } from '../use-team-words.ts';
import { WorkflowAdmin } from '../workflow-admin.ts';
import { freeName } from '../free-name.ts';
import { messages } from '../messages.ts';

/** A workflow in the list. */
export type ListedWorkflow = Awaited<ReturnType<WorkflowAdmin['workflows']['listWorkflows']>>['data'][number];

/** Reads the workflows of the team with their projects, and changes them. */
export function useWorkflowList() {
  const admin = useService(WorkflowAdmin);
  const team = useTeam();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const list = useQuery({
    queryKey: ['workflow', 'list', team.id],
    queryFn: async () => (await admin.workflows.listWorkflows()).data,
  });
  const settings = useQuery({
    queryKey: ['workflow', 'settings', team.id],
    queryFn: () => admin.team.getTeamSettings({ params: { team_id: team.id } }),
  });
  const usage = useWorkflowUsage();
  const all = list.data ?? [];
  const standard = all.some(each => each.id === settings.data?.default_workflow_id)
    ? settings.data!.default_workflow_id!
    : 1;
  const projectsOf = (id: number): readonly { readonly name: string }[] =>
    usage.data?.workflows.find(each => each.id === id)?.projects ?? [];
  const refresh = async (): Promise<void> => {
    for (const queryKey of [['workflow'], projectKeys.workflows]) await queries.invalidateQueries({ queryKey });
  };
  const path = (id: number): string => `/t/${team.id}/workflows/${id}`;
  const attempt = async (work: () => Promise<void>): Promise<void> => work().catch(toastError).then(refresh);

  const configOf = async (id: number): Promise<unknown> =>
    (await admin.workflows.getWorkflow({ params: { workflow_id: id } })).raw_config;
  const duplicate = (id: number, name: string): Promise<void> =>
    attempt(async () => {
      const origin = workflowFile.parse(await configOf(id));
      const copy = copyWorkflow(origin);
      const made = await admin.submitting.submitWorkflow({
        body: {
          name: freeName(
            messages.useWorkflowList.nameCopy(name),
            all.map(each => each.name),
          ),
          raw_config: copy,
        },
      });
      const lost = origin.transitions.length - copy.transitions.length;
      toast(
        lost === 0
          ? messages.useWorkflowList.nameIsMade(made.name)
          : messages.useWorkflowList.nameIsMadeWithoutLost(made.name, lost),
        { tone: 'success' },
      );
      void navigate(path(made.id));
    });
  const upload = (chosen: File | undefined): Promise<void> =>
    attempt(async () => {
      if (chosen === undefined) return;
      const text = (await chosen.text()).replace(/^\uFEFF/, '');
      let config: unknown;
      try {
        config = JSON.parse(text);
      } catch (error) {
        throw new Error(`${chosen.name} is not JSON: ${error instanceof Error ? error.message : ''}`);
      }
      const made = await admin.submitting.submitWorkflow({
        body: {
          name: freeName(
            chosen.name.replace(/\.json$/i, '') || messages.useWorkflowList.uploaded,
            all.map(each => each.name),
          ),
          raw_config: config,
        },
      });
      toast(messages.useWorkflowList.nameIsMade(made.name), { tone: 'success' });
      void navigate(path(made.id));
    });
  const makeDefault = (id: number, name: string): Promise<void> =>
    attempt(async () => {
      await admin.team.putTeamSettings({
        params: { team_id: team.id },
        body: { default_workflow_id: id === 1 ? null : id },
      });
      toast(messages.useWorkflowList.newProjectsHaveName(name), { tone: 'success' });
    });
  const remove = async (id: number, name: string): Promise<void> => {
    await usage.refetch();
    const projects = projectsOf(id);
    const used =
      projects.length === 0
        ? undefined
        : `${projects.length} ${projects.length === 1 ? 'project' : 'projects'} (${projects
            .slice(0, 3)
            .map(each => each.name)
            .join(', ')}${projects.length > 3 ? ' …' : ''})`;
    if (
      await deleteWord('workflow', name, used, messages.useWorkflowList.giveThemAnotherWorkflowFirst, () =>
        admin.workflows.deleteWorkflow({ params: { workflow_id: id } }),
      )
    )
      await refresh();
  };

  return {
    error: list.error ?? settings.error ?? usage.error,
    loading: list.data === undefined || settings.data === undefined || usage.data === undefined,
    retry: (): void => {
      for (const each of [list, settings, usage]) void each.refetch();
    },
    workflows: list.data,
    standard,
    projectsOf,
    path,
    duplicate,
    download: (id: number, name: string): Promise<void> =>
      attempt(async () => downloadJson(`${name}.json`, await configOf(id))),
    upload,
    makeDefault,
    remove,
  };
}
