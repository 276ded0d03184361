/**
 * Module that both halves of a plugin from outside share:
 * `import { definePlugin, defineApi, z } from '@loupe/sdk/plugin'`. The values are handed over by the running product,
 * so a plugin has no second copy of them; this file holds their types.
 */
import type { z as zod } from 'zod';
import type { PluginApi, PluginOperation } from './api.ts';
import type { PluginManifest } from './manifest.ts';

/**
 * zod: on the server all of it, in the page what shapes are made of (`string`, `object`, `union` …; not `locales`,
 * `toJSONSchema`, `codec`).
 */
export { z } from 'zod';
export type {
  PluginApi,
  PluginArguments,
  PluginCall,
  PluginClient,
  PluginMethod,
  PluginOperation,
  PluginReply,
} from './api.ts';
export type {
  DeclaredOf,
  PluginActivation,
  PluginCommand,
  PluginJob,
  PluginManifest,
  PluginPanel,
  PluginRoute,
} from './manifest.ts';

/** An error that is an answer: a stable code, a text for people, a status. */
export interface PluginFault extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: unknown;
}

/** Something that was started and can be ended. */
export interface PluginDisposable {
  dispose(): void;
}

/** The place of a tap among the others. */
export interface PluginTapOptions {
  /** Small first, 0 when absent. */
  readonly stage?: number;
  /** Plugins whose taps run later. */
  readonly before?: string | readonly string[];
}

/** A moment that a plugin may take part in. Where there is a request, taps are called with it first. */
export interface PluginHook<F> {
  readonly name: string;
  tap(owner: string, fn: F, options?: PluginTapOptions): PluginDisposable;
}

/** A function that takes part in a hook by its name; the documentation of the hook lists its arguments. */
export type PluginTap = (...args: never[]) => unknown;

/** Declares a plugin and keeps its names as types, so that a misspelt page or command does not compile. */
export declare const definePlugin: <const M extends PluginManifest>(manifest: M) => M;
/** Declares calls and keeps their types, so that handlers and clients are checked against them. */
export declare const defineApi: <const O extends Readonly<Record<string, PluginOperation>>>(api: {
  readonly service: 'main';
  readonly operations: O;
}) => PluginApi<O>;
/** Shape of an id in a path or query: a positive whole number, also as text. */
export declare const id: zod.ZodCoercedNumber;
/** Shape of `{ success: true }`. */
export declare const success: zod.ZodObject<{ success: zod.ZodLiteral<true> }>;
/** 404: `notFound('The note')`. */
export declare const notFound: (entity: string) => PluginFault;
/** 403: the caller lacks a right. */
export declare const forbidden: (action: string) => PluginFault;
/** 409: somebody else changed it since. */
export declare const conflict: (details?: unknown) => PluginFault;
/** 400: `invalidField('body.text', 'is empty; write something')`. */
export declare const invalidField: (field: string, reason: string) => PluginFault;
/** Any other answer that is an error: `fault('NOTES_FULL', 'A team has at most 1000 notes.', 409)`. */
export declare const fault: (code: string, message: string, status: number) => PluginFault;
