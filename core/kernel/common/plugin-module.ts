import { conflict, Fault, forbidden, invalidField, notFound } from '#core/base/common/index.ts';
import type { z } from '#core/api/common/index.ts';
import { defineApi, id, success } from '#core/api/common/index.ts';
import type * as sdk from '#sdk/plugin/index.ts';
import { definePlugin } from './manifest.ts';
import { PLUGIN_SDK } from './plugin-package.ts';

/**
 * Returns the module `@loupe/sdk/plugin` for plugins from outside. The zod is given by each half: as one object it
 * brings every language of its messages, which the first screen of the page must not wait for.
 */
export const pluginModule = (zod: typeof z): typeof sdk => ({
  definePlugin,
  defineApi,
  z: zod,
  id,
  success,
  notFound,
  forbidden,
  conflict,
  invalidField,
  fault: (code: string, message: string, status: number): Fault => new Fault(code, message, { status }),
});

/** Modules that a built half is called with, by the names its sources import. */
export interface PluginModules {
  /** `PLUGIN_SDK`. */
  readonly sdk: number;
  /** @throws Fault MODULE_MISSING for one that is not given. */
  module(name: string): unknown;
}

/** Hands over modules by name. */
export function givenModules(modules: Readonly<Record<string, unknown>>): PluginModules {
  return {
    sdk: PLUGIN_SDK,
    module(name) {
      if (!Object.hasOwn(modules, name))
        throw new Fault(
          'MODULE_MISSING',
          `"${name}" is not given to plugins; build it into the plugin. Given: ${Object.keys(modules).join(', ')}.`,
        );
      return modules[name];
    },
  };
}

/** Makes a half out of what a built file exports. @throws Fault MANIFEST_INVALID when that is no half. */
export function takeHalf<H extends { readonly activate: (context: never) => void | Promise<void> }>(
  file: string,
  exported: unknown,
  modules: PluginModules,
): H {
  const fail = (what: string): Fault =>
    new Fault('MANIFEST_INVALID', `${file} ${what}; build it with "npm run loupe -- plugin build"`);
  const { default: factory } = (exported ?? {}) as { readonly default?: unknown };
  if (typeof factory !== 'function') throw fail('must export a function as default');
  const half = (factory as (given: PluginModules) => unknown)(modules) as { readonly activate?: unknown } | undefined;
  if (typeof half !== 'object' || half === null || typeof half.activate !== 'function')
    throw fail('gives no half with an "activate"');
  return half as H;
}
