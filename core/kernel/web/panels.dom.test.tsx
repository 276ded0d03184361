import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { proxy } from 'valtio';
import { expect, it } from 'vitest';
import { Transport } from '#core/api/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { FaultReporter } from './fault-reporter.ts';
import { Panel } from './panels.tsx';
import { PluginScope } from './plugin-scope.tsx';
import type { PlacedPanel } from './placed-panels.ts';
import { WebPluginHost } from './web-plugin-host.ts';

const draw = drawnPage();

it.each([
  ['nothing where there is no fallback', { fallback: undefined }, 0],
  ['a skeleton where none is named', {}, 1],
])('should show %s while the panel is loaded', async (_, options, skeletons) => {
  const container = new Container();
  const never = new Promise<never>(() => undefined);
  container
    .bind(WebPluginHost)
    .toConstantValue({
      state: proxy({ status: { streets: 'active' } }),
      panel: () => never,
      container: () => undefined,
    } as never);
  container.bind(Transport).toConstantValue({} as never);
  container.bind(FaultReporter).toConstantValue({} as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <Panel panel={{ plugin: 'streets', name: 'dialog' } as PlacedPanel} context={{}} {...options} />
      </PluginScope>
    </QueryClientProvider>,
  );
  expect(document.querySelectorAll('.mantine-Skeleton-root')).toHaveLength(skeletons);
});
