import { useEffect, useState, useSyncExternalStore } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import type { BundleProblem } from '#core/sandbox/web/index.ts';
import { Bundler } from '#core/sandbox/web/index.ts';
import { errorText, useDebounced } from '#core/ui/web/index.ts';
import type { AppManifest } from '#sdk/app/app-manifest.ts';
import type { AppFiles } from '../../common/app.ts';
import { MANIFEST_FILE } from '../../common/app.ts';
import type { SourceProblem } from '../../common/read-manifest.ts';
import { readManifest } from '../../common/read-manifest.ts';
import { withoutSamples } from '../../common/samples.ts';
import { bundleApp } from '../host/app-bundle.ts';

/** Milliseconds without a change after which the sources are built. */
const STILL_MS = 300;

/** Result of a build. */
export interface BuiltApp {
  readonly files: AppFiles;
  readonly manifest: AppManifest;
  readonly code: string;
  readonly milliseconds: number;
}

interface BuildState {
  /** The last that could be built. */
  readonly built: BuiltApp | undefined;
  /** True when the sources could not be built since. */
  readonly stale: boolean;
  readonly busy: boolean;
  readonly problems: readonly BundleProblem[];
}

export interface AppBuild extends BuildState {
  /** Builds at once; undefined when the sources have errors. */
  readonly build: () => Promise<BuiltApp | undefined>;
}

/** Builds sources, the newest only: a build that is overtaken is given up. */
class AppBuilder {
  #state: BuildState = { built: undefined, stale: false, busy: true, problems: [] };
  #under:
    | { readonly files: AppFiles; readonly aborting: AbortController; readonly result: Promise<BuiltApp | undefined> }
    | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(private readonly bundler: Bundler) {}

  get state(): BuildState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Builds the files; those that are built, or are being built, are not built again. */
  build(files: AppFiles): Promise<BuiltApp | undefined> {
    const { built, stale } = this.#state;
    if (this.#under?.files === files) return this.#under.result;
    this.stop();
    if (built?.files === files && !stale) {
      this.#set({ busy: false });
      return Promise.resolve(built);
    }
    const aborting = new AbortController();
    const result = this.#build(files, aborting.signal);
    const under = (this.#under = { files, aborting, result });
    void result.finally(() => {
      if (this.#under === under) this.#under = undefined;
    });
    return result;
  }

  async #build(files: AppFiles, signal: AbortSignal): Promise<BuiltApp | undefined> {
    this.#set({ busy: true });
    try {
      const { manifest, problems: wrong } = readManifest(files);
      if (manifest === undefined) return this.#fail(wrong.map(each => placed(each, files)));
      const { code, problems, milliseconds } = await bundleApp(
        this.bundler,
        withoutSamples(files),
        manifest.entry,
        signal,
      );
      if (signal.aborted) return undefined;
      if (code === undefined) return this.#fail(problems);
      const built: BuiltApp = { files, manifest, code, milliseconds };
      this.#set({ built, stale: false, busy: false, problems });
      return built;
    } catch (error) {
      return signal.aborted
        ? undefined
        : this.#fail([{ file: MANIFEST_FILE, line: 1, column: 1, message: errorText(error), severity: 'error' }]);
    }
  }

  /** Gives up what is under way. */
  stop(): void {
    this.#under?.aborting.abort();
    this.#under = undefined;
  }

  #fail(problems: readonly BundleProblem[]): undefined {
    this.#set({ busy: false, stale: this.#state.built !== undefined, problems });
  }

  #set(change: Partial<BuildState>): void {
    this.#state = { ...this.#state, ...change };
    for (const each of this.#listeners) each();
  }
}

/** Builds the sources a moment after the last edit. */
export function useAppBuild(files: AppFiles): AppBuild {
  const bundler = useService(Bundler);
  const [builder] = useState(() => new AppBuilder(bundler));
  const still = useDebounced(files, STILL_MS);
  const state = useSyncExternalStore(builder.subscribe, () => builder.state);
  useEffect(() => void builder.build(still), [builder, still]);
  useEffect(() => () => builder.stop(), [builder]);
  return { ...state, build: () => builder.build(files) };
}

/** A problem of the manifest with the place of its field in the text, as far as that is known. */
function placed({ file, field, reason }: SourceProblem, files: AppFiles): BundleProblem {
  const name = field.split('.').findLast(each => !/^\d+$/.test(each));
  const lines = (files[file] ?? '').split('\n');
  const line = name === undefined ? -1 : lines.findIndex(each => each.includes(`"${name}"`));
  return {
    file,
    line: Math.max(0, line) + 1,
    column: 1,
    message: field === '' ? reason : `${field}: ${reason}`,
    severity: 'error',
  };
}
