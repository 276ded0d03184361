import type { Bundler, BundleResult } from '#core/sandbox/web/index.ts';
import type { FormScript } from '#plugins/annotate/form/common/index.ts';
import { scriptBundle } from '#plugins/annotate/form/web/kit/index.ts';

/** Compiled scripts that are kept in memory. */
const MOST_KEPT = 8;
const compiled = new Map<string, Promise<BundleResult>>();

/** Compiles scripts, the same ones once in each window: the stored form holds sources only. */
export function compileScripts(bundler: Bundler, scripts: readonly FormScript[]): Promise<BundleResult> {
  const key = JSON.stringify(scripts);
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const made = bundler.bundle(scriptBundle(scripts));
  compiled.set(key, made);
  for (const old of [...compiled.keys()].slice(0, -MOST_KEPT)) compiled.delete(old);
  made.catch(() => compiled.delete(key));
  return made;
}
