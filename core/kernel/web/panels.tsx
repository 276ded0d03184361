import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, JSX, ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { quiet, Transport } from '#core/api/web/index.ts';
import { ErrorPanel } from '#core/ui/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { FaultReporter } from './fault-reporter.ts';
import { PanelBoundary } from './panel-boundary.tsx';
import { PluginScope, useService } from './plugin-scope.tsx';
import type { PlacedPanel } from './placed-panels.ts';
import { useContributions } from './use-contributions.ts';
import { WebPluginHost } from './web-plugin-host.ts';
import type { PluginPanelProps } from '#sdk/plugin/web/index.ts';

/** On a page that is never idle a panel waits no longer, milliseconds. */
const LONGEST_WAIT_MS = 300;

/** Panels of a place that the caller may see, in order. Those that wait for their plugin come when it is awake. */
export function usePanels(place: string): readonly PlacedPanel[] {
  const host = useContributions();
  const state = useSnapshot(host.state);
  // A snapshot follows what is read of it: of the plugins only those that a panel waits for.
  void state.enabled;
  const teams = useService(TeamStore);
  useSnapshot(teams.state);
  return host
    .panels(place)
    .filter(({ declaration: { when }, plugin }) => when === undefined || state.status[plugin] === 'active')
    .filter(({ declaration: { access } }) => access === undefined || teams.can(access));
}

/** A plugin that sleeps wakes for its panel when the page around it has been drawn. */
async function wakeFor(
  host: WebPluginHost,
  transport: Transport,
  { plugin, name }: PlacedPanel,
): Promise<ComponentType<PluginPanelProps>> {
  if (host.state.status[plugin] !== 'active') await quiet(transport, LONGEST_WAIT_MS);
  return host.panel(plugin, name);
}

/**
 * Draws one panel in the scope of its plugin; wakes the plugin first, and shows `fallback` meanwhile: nothing when it is
 * undefined, a skeleton when it is left out.
 */
export function Panel({
  panel,
  context,
  ...options
}: {
  readonly panel: PlacedPanel;
  readonly context: Readonly<Record<string, unknown>>;
  readonly fallback?: ReactNode;
}): JSX.Element {
  const fallback = 'fallback' in options ? options.fallback : <Skeleton h={120} m="sm" />;
  const host = useService(WebPluginHost);
  const transport = useService(Transport);
  const faults = useService(FaultReporter);
  const fault = (error: unknown): void => faults.report(panel.plugin, 'panel', error, panel.name);
  const load = async (): Promise<ComponentType<PluginPanelProps>> => {
    try {
      return await wakeFor(host, transport, panel);
    } catch (error) {
      fault(error);
      throw error;
    }
  };
  const loaded = useQuery({
    queryKey: ['core', 'panel', panel.plugin, panel.name],
    queryFn: async () => ({ Component: await load() }),
    staleTime: Infinity,
    gcTime: 0,
  });
  const container = host.container(panel.plugin);
  if (loaded.error !== null) return <ErrorPanel error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (loaded.data === undefined || container === undefined) return <>{fallback}</>;
  return (
    <PluginScope container={container}>
      <PanelBoundary onFault={fault} about={context}>
        <loaded.data.Component context={context} />
      </PanelBoundary>
    </PluginScope>
  );
}
