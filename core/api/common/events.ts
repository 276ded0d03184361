import type { z } from 'zod';

/** A notice that travels over the event hub: ids only, never content; the receiver asks for what it needs. */
export interface EventDefinition<T = unknown> {
  /** `plugin.happened`, e.g. `items.changed`. */
  readonly name: string;
  readonly schema: z.ZodType<T>;
}

/** One delivered event. `seq` grows per team, so a client that was away asks for all after its last. */
export interface EventEnvelope<T = unknown> {
  readonly seq: number;
  readonly name: string;
  readonly teamId: number;
  readonly payload: T;
  /** E-mail of who caused it; absent for jobs. */
  readonly by?: string;
  readonly at: string;
}

type Definitions<P extends string, S extends Readonly<Record<string, z.ZodType>>> = {
  readonly [K in keyof S & string]: EventDefinition<z.output<S[K]>> & { readonly name: `${P}.${K}` };
};

/** Declares the events of a plugin: `defineEvents('items', { changed: z.object({ project_id: z.int() }) })`. */
export function defineEvents<P extends string, const S extends Readonly<Record<string, z.ZodType>>>(
  plugin: P,
  schemas: S,
): Definitions<P, S> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, { name: `${plugin}.${name}`, schema }]),
  ) as Definitions<P, S>;
}
