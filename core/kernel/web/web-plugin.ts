import type { Container } from 'inversify';
import type { ComponentType } from 'react';
import type { Disposable, TapOptions } from '#core/base/common/index.ts';
import type { CommandHandler } from '#core/commands/web/index.ts';
import type { Declared, Manifest, ServiceToken } from '../common/index.ts';
import type { WebHooks } from './web-hooks.ts';

/** A lazily loaded component module. */
export type Load<P = object> = () => Promise<{ readonly default: ComponentType<P> }>;

/** What a hook needs so that a plugin can tap it. */
export interface Tappable<F> {
  readonly name: string;
  tap(owner: string, fn: F, options?: TapOptions): Disposable;
}

/** What a web half may do while it activates; everything it adds is taken back when the plugin is switched off or the team is left. */
export interface WebPluginContext<M extends Manifest> {
  get<T>(service: ServiceToken<T>): T;
  /** Returns a service of an optional plugin, or undefined where that plugin is off. */
  find<T>(service: ServiceToken<T>): T | undefined;
  page(name: Declared<M, 'routes'>, load: Load): void;
  /** The component draws its page by the `Outlet` of the router. */
  frame(name: Declared<M, 'frames'>, load: Load): void;
  /** `available` says when the command can run, e.g. only with a selection. */
  command(name: Declared<M, 'commands'>, handler: CommandHandler, available?: () => boolean): void;
  panel(name: Declared<M, 'panels'>, load: Load<PanelProps>): void;
  /** Taps a hook of the core or of a required plugin under this plugin's name. */
  tap<F>(hook: Tappable<F>, fn: F, options?: TapOptions): void;
  readonly hooks: WebHooks;
  own(disposable: Disposable): void;
}

/** What a panel is told of its place. */
export interface PanelProps {
  readonly context: Readonly<Record<string, unknown>>;
}

export interface WebHalf<M extends Manifest> {
  readonly manifest: M;
  readonly provides?: readonly ServiceToken<unknown>[];
  readonly bindings?: (container: Container) => void;
  readonly activate: (context: WebPluginContext<M>) => void | Promise<void>;
}

/** The web half of a plugin: default export of `plugins/NAME/web/index.ts`. */
export function defineWebPlugin<M extends Manifest>(manifest: M, half: Omit<WebHalf<M>, 'manifest'>): WebHalf<M> {
  return { manifest, ...half };
}
