import type { Container } from 'inversify';
import type { PluginWebContext, PluginWebHalf } from '#sdk/plugin/web/index.ts';
import type { Manifest, ServiceToken } from '../common/index.ts';
import type { WebHooks } from './web-hooks.ts';

/** The context of a web half: that of the SDK, with the services a bundled plugin may use. */
export interface WebPluginContext<M extends Manifest> extends PluginWebContext<M> {
  get<T>(service: ServiceToken<T>): T;
  /** Returns a service of an optional plugin, or undefined where that plugin is off. */
  find<T>(service: ServiceToken<T>): T | undefined;
  readonly hooks: WebHooks;
}

/** The web half of a plugin: that of the SDK, with the services a bundled plugin may bind. */
export interface WebHalf<M extends Manifest> extends Omit<PluginWebHalf<M>, 'activate'> {
  readonly manifest: M;
  readonly provides?: readonly ServiceToken<unknown>[];
  readonly bindings?: (container: Container) => void;
  readonly activate: (context: WebPluginContext<M>) => void | Promise<void>;
}

/** Declares a web half; the default export of `web/index.ts`. */
export function defineWebHalf<M extends Manifest>(manifest: M, half: Omit<WebHalf<M>, 'manifest'>): WebHalf<M>;
export function defineWebHalf<M extends Manifest>(manifest: M, half: PluginWebHalf<M>): PluginWebHalf<M>;
export function defineWebHalf(manifest: Manifest, half: object): object {
  return { manifest, ...half };
}
