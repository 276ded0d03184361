import { Fault } from '#core/base/common/index.ts';
import { surface } from '#sdk/app/surface.ts';
import type { AppStored } from '#sdk/app/app-data.ts';
import type { Workbench } from '#sdk/app/workbench.ts';
import type { Samples } from '../../common/samples.ts';
import { sampleOf } from '../../common/samples.ts';

type Answer = (args: unknown) => Promise<unknown>;

/**
 * A workbench whose calls are answered by sample data where there is some, and whether the call with this argument was.
 */
export interface SampledWorkbench {
  readonly workbench: Workbench;
  readonly isSample: (args: unknown) => boolean;
}

/**
 * Calls that keep something, by the call that reads it: where the one is a sample, what the other keeps stays in the
 * preview as well.
 */
const KEEPERS: Readonly<Record<string, string>> = {
  'storage.put': 'storage.get',
  'storage.putForItem': 'storage.getForItem',
};

/**
 * Puts sample data before a workbench. Calls without any are left to `workbench`; what an app stores over a sample is
 * kept until the preview restarts.
 */
export function sampledWorkbench(workbench: Workbench, samples: Samples): SampledWorkbench {
  const answered = new WeakSet<object>();
  const kept = new Map<string, AppStored>();
  let turn = 0;
  const keyOf = (read: string, args: unknown): string =>
    `${read} ${String((args as { readonly itemId?: number }).itemId ?? '')}`;
  const storedOf = (read: string, args: unknown): AppStored | undefined => {
    const before = kept.get(keyOf(read, args)) ?? (sampleOf(samples, read, args)?.reply as AppStored | undefined);
    return before === undefined ? undefined : { value: before.value ?? null, etag: before.etag ?? 'sample' };
  };
  const store = (read: string, args: unknown, present: AppStored): AppStored => {
    const { value, etag } = args as { readonly value: unknown; readonly etag?: string };
    if (etag !== undefined && etag !== present.etag)
      throw new Fault('CONFLICT', 'The value changed since it was read. Read it again, and apply your change to it.', {
        status: 409,
      });
    turn += 1;
    const next: AppStored = { value, etag: `sample-${turn}` };
    kept.set(keyOf(read, args), next);
    return next;
  };
  const sample = (call: string, args: unknown): { readonly reply: unknown } | undefined => {
    const given = sampleOf(samples, call, args);
    const read = KEEPERS[call];
    if (read !== undefined && given === undefined) {
      const present = storedOf(read, args);
      return present === undefined ? undefined : { reply: store(read, args, present) };
    }
    return Object.values(KEEPERS).includes(call) && given !== undefined ? { reply: storedOf(call, args) } : given;
  };
  const groups = Object.entries(surface).map(([group, own]) => {
    const real = workbench[group as keyof Workbench] as unknown as Readonly<Record<string, Answer>>;
    return [
      group,
      Object.fromEntries(
        Object.keys(own).map((name): [string, Answer] => [
          name,
          async args => {
            if (typeof args === 'object' && args !== null) {
              // Before it can throw: that is an answer of the sample as well.
              const wasSample = samples.has(`${group}.${name}`) || samples.has(KEEPERS[`${group}.${name}`] ?? '');
              if (wasSample) answered.add(args);
              const found = wasSample ? sample(`${group}.${name}`, args) : undefined;
              if (found !== undefined) return found.reply;
              answered.delete(args);
            }
            return real[name]!(args);
          },
        ]),
      ),
    ] as const;
  });
  return {
    workbench: { ...Object.fromEntries(groups), on: workbench.on.bind(workbench) } as unknown as Workbench,
    isSample: args => typeof args === 'object' && args !== null && answered.has(args),
  };
}
