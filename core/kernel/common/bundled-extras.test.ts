import { expect, test, vi } from 'vitest';
import type { PluginJob, PluginManifest, PluginRoute } from '#sdk/plugin/index.ts';
import type { PluginServerContext, PluginServerHalf } from '#sdk/plugin/server/index.ts';
import type { PluginWebContext, PluginWebHalf } from '#sdk/plugin/web/index.ts';
import type { ServerHalf, ServerPluginContext } from '../server/index.ts';
import type { WebHalf, WebPluginContext } from '../web/index.ts';
import { BUNDLED_EXTRAS, withoutExtras } from './bundled-extras.ts';
import type { JobKind, Manifest, Route } from './manifest.ts';

/** The fields that only the type of bundled plugins has; `never` when it is no superset. */
type Beyond<B, P> = B extends P ? Exclude<keyof B, keyof P | 'manifest'> : never;
type Listed<K extends keyof typeof BUNDLED_EXTRAS> = (typeof BUNDLED_EXTRAS)[K][number];
type Same<A, B> = [A, B] extends [B, A] ? true : false;

test('should list exactly what bundled plugins may use beyond the SDK', () => {
  const same: readonly true[] = [
    true satisfies Same<Listed<'manifest'>, Beyond<Manifest, PluginManifest>>,
    true satisfies Same<Listed<'route'>, Beyond<Route, PluginRoute>>,
    true satisfies Same<Listed<'job'>, Beyond<JobKind, PluginJob>>,
    true satisfies Same<Listed<'serverContext'>, Beyond<ServerPluginContext<Manifest>, PluginServerContext<Manifest>>>,
    true satisfies Same<Listed<'webContext'>, Beyond<WebPluginContext<Manifest>, PluginWebContext<Manifest>>>,
    true satisfies Same<
      Listed<'serverHalf'>,
      Exclude<keyof ServerHalf<Manifest>, keyof PluginServerHalf<Manifest> | 'manifest'>
    >,
    true satisfies Same<
      Listed<'webHalf'>,
      Exclude<keyof WebHalf<Manifest>, keyof PluginWebHalf<Manifest> | 'manifest'>
    >,
  ];
  expect(same).toHaveLength(Object.keys(BUNDLED_EXTRAS).length);
});

test('should accept every half written against the SDK as a bundled half', () => {
  const server = (half: PluginServerHalf<Manifest>): Omit<ServerHalf<Manifest>, 'manifest'> => half;
  const web = (half: PluginWebHalf<Manifest>): Omit<WebHalf<Manifest>, 'manifest'> => half;
  const half = { activate: () => undefined };
  expect([server(half), web(half)]).toEqual([half, half]);
});

test('should leave the extras out of a context and make nothing early', () => {
  const log = vi.fn(() => 'log');
  const context = {
    get: () => undefined,
    tap: () => 'tapped',
    get log() {
      return log();
    },
  };
  const kept = withoutExtras(context, ['get']);
  expect(Object.keys(kept)).toEqual(['tap', 'log']);
  expect(log).not.toHaveBeenCalled();
  expect([kept.tap(), kept.log]).toEqual(['tapped', 'log']);
});
