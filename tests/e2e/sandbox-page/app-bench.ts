import type { BundleResult } from '#core/sandbox/web/index.ts';
import type { Bundler, Sandboxes } from '#core/sandbox/web/index.ts';
import { bundleApp } from '#plugins/extend/apps/web/host/app-bundle.ts';
import { runnable } from '#plugins/extend/apps/web/host/guest-runtime.ts';
import type { AppContext } from '#sdk/app/app-context.ts';
import type { Capability } from '#sdk/app/app-manifest.ts';
import { APP_SDK_VERSION } from '#sdk/app/app-manifest.ts';
import { serve } from '#sdk/app/serve.ts';
import { surface } from '#sdk/app/surface.ts';
import type { Workbench } from '#sdk/app/workbench.ts';

const context: AppContext = {
  place: 'team.page',
  team: { id: 1, name: 'Team' },
  chosen: [],
  selection: [],
  person: { email: 'ana@example.org', name: 'Ana', role: 'Team Owner' },
  theme: 'light',
  colors: { background: '#ffffff', text: '#1b2026', dimmed: '#5c6672', border: '#e1e5ea', accent: '#0f7386' },
  locale: 'en',
  sdk: APP_SDK_VERSION,
};

/**
 * Functions of the page for tests of apps: the product's own bundle and frame, with a workbench that knows two
 * projects.
 */
export interface AppBench {
  bundle(files: Readonly<Record<string, string>>, entry: string): Promise<BundleResult>;
  /** Runs an app until it reports that it is drawn by `console.log('drawn')`; milliseconds. */
  drawn(code: string, granted: readonly Capability[]): Promise<number>;
  /** Runs an app and answers what it wrote to its console until it wrote `done`. */
  console(code: string, granted: readonly Capability[]): Promise<readonly string[]>;
}

export function appBench(bundler: Bundler, sandboxes: Sandboxes): AppBench {
  const workbench = {
    ...Object.fromEntries(
      Object.entries(surface).map(([group, own]) => [
        group,
        Object.fromEntries(Object.keys(own).map(call => [call, () => Promise.reject(new Error(call))])),
      ]),
    ),
    context: { get: async () => context },
    projects: {
      list: async () => ({
        projects: [
          { id: 1, name: 'Cats' },
          { id: 2, name: 'Dogs' },
        ],
        total: 2,
      }),
    },
    on: () => () => undefined,
  } as unknown as Workbench;
  const run = async (code: string, granted: readonly Capability[], last: string): Promise<readonly string[]> => {
    const lines: string[] = [];
    const host = document.getElementById('host')!;
    const text = await runnable(code);
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        close();
        sandbox.stop();
        settle();
      };
      const sandbox = sandboxes.open({
        code: text,
        title: 'App',
        host,
        onFault: fault => end(() => reject(new Error(JSON.stringify(fault)))),
      });
      const close = serve(workbench, new Set(granted), sandbox.transport, {
        onConsole: (_, line) => {
          lines.push(line);
          if (line === last) end(() => resolve(lines));
        },
      });
    });
  };
  return {
    bundle: (files, entry) => bundleApp(bundler, files, entry),
    async drawn(code, granted) {
      const began = performance.now();
      await run(code, granted, 'drawn');
      return performance.now() - began;
    },
    console: (code, granted) => run(code, granted, 'done'),
  };
}
