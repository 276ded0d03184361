import { useQuery } from '@tanstack/react-query';
import { KernelClient, useService, useTeam, WebPluginHost } from '#core/kernel/web/index.ts';
import { reasonText } from '#core/kernel/common/index.ts';
import { projectTypes } from '../common/project-type.ts';

/** Project type → why none can be made, or undefined when one can. */
export function useEditorStates(): ReadonlyMap<number, string | undefined> | undefined {
  const kernel = useService(KernelClient);
  const host = useService(WebPluginHost);
  const team = useTeam();
  const plugins = useQuery({ queryKey: ['projects', 'editors', team.id, host.state.enabled.length], queryFn: () => kernel.api.teamPlugins({ params: { team_id: team.id } }) });
  if (plugins.data === undefined) return undefined;
  const states = new Map(plugins.data.data.map(each => [each.id, each]));
  return new Map(projectTypes.map(type => {
    const state = states.get(type.editor);
    if (state === undefined) return [type.value, 'Not part of this installation'];
    if (state.enabled) return [type.value, undefined];
    return [type.value, state.because === undefined ? 'Switched off' : reasonText(state.because, id => id)];
  }));
}
