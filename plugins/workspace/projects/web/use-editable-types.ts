import { useQuery } from '@tanstack/react-query';
import { KernelClient, useService, useTeam, WebPluginHost } from '#core/kernel/web/index.ts';
import { ProjectTypes } from '../common/project-types.ts';

/** Numbers of the project types whose editor the team has; undefined while they are being loaded. */
export function useEditableTypes(): ReadonlySet<number> | undefined {
  const kernel = useService(KernelClient);
  const host = useService(WebPluginHost);
  const team = useTeam();
  const types = useService(ProjectTypes);
  const plugins = useQuery({
    queryKey: ['projects', 'editors', team.id, host.state.enabled.length],
    queryFn: () => kernel.api.teamPlugins({ params: { team_id: team.id } }),
  });
  if (plugins.data === undefined) return undefined;
  const enabled = new Set(plugins.data.data.filter(each => each.enabled).map(each => each.id));
  return new Set(types.all.filter(type => enabled.has(type.editor)).map(type => type.value));
}
