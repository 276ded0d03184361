import { useCallback, useEffect, useRef, useState } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import type { BundleProblem } from '#core/sandbox/web/index.ts';
import { Bundler } from '#core/sandbox/web/index.ts';
import { errorText, useDebounced } from '#core/ui/web/index.ts';
import type { AppManifest } from '#sdk/app/app-manifest.ts';
import type { AppFiles } from '../../common/app.ts';
import { MANIFEST_FILE } from '../../common/app.ts';
import type { SourceProblem } from '../../common/read-manifest.ts';
import { readManifest } from '../../common/read-manifest.ts';
import { bundleApp } from '../host/app-bundle.ts';

/** How long the sources stand still before they are built, in milliseconds. */
const STILL_MS = 300;

/** What sources were built to. */
export interface BuiltApp {
  readonly files: AppFiles;
  readonly manifest: AppManifest;
  readonly code: string;
  readonly milliseconds: number;
}

export interface AppBuild {
  /** The last that could be built. */
  readonly built: BuiltApp | undefined;
  /** True when the sources could not be built since. */
  readonly stale: boolean;
  readonly busy: boolean;
  readonly problems: readonly BundleProblem[];
  /** Builds at once. */
  readonly build: () => Promise<BuiltApp | undefined>;
}

/** Builds the sources a moment after the last edit; a build that is overtaken by an edit is given up. */
export function useAppBuild(files: AppFiles): AppBuild {
  const bundler = useService(Bundler);
  const still = useDebounced(files, STILL_MS);
  const [state, setState] = useState<Pick<AppBuild, 'built' | 'stale' | 'busy' | 'problems'>>({ built: undefined, stale: false, busy: true, problems: [] });
  const under = useRef<AbortController>(undefined);

  const run = useCallback(async (sources: AppFiles): Promise<BuiltApp | undefined> => {
    under.current?.abort();
    const aborting = new AbortController();
    under.current = aborting;
    setState(before => ({ ...before, busy: true }));
    const fail = (problems: readonly BundleProblem[]): undefined => void setState(before => ({ ...before, busy: false, stale: before.built !== undefined, problems }));
    try {
      const { manifest, problems } = readManifest(sources);
      if (manifest === undefined) return fail(problems.map(each => placed(each, sources)));
      const result = await bundleApp(bundler, sources, manifest.entry, aborting.signal);
      if (aborting.signal.aborted) return undefined;
      if (result.code === undefined) return fail(result.problems);
      const built: BuiltApp = { files: sources, manifest, code: result.code, milliseconds: result.milliseconds };
      setState({ built, stale: false, busy: false, problems: result.problems });
      return built;
    } catch (error) {
      return aborting.signal.aborted ? undefined : fail([{ file: MANIFEST_FILE, line: 1, column: 1, message: errorText(error), severity: 'error' }]);
    }
  }, [bundler]);

  useEffect(() => void run(still), [run, still]);
  useEffect(() => () => under.current?.abort(), []);
  return { ...state, build: () => run(files) };
}

/** A problem of the manifest where its field stands in the text, as far as that can be told. */
function placed({ file, field, reason }: SourceProblem, files: AppFiles): BundleProblem {
  const name = field.split('.').findLast(each => !/^\d+$/.test(each));
  const lines = (files[file] ?? '').split('\n');
  const line = name === undefined ? -1 : lines.findIndex(each => each.includes(`"${name}"`));
  return { file, line: Math.max(0, line) + 1, column: 1, message: field === '' ? reason : `${field}: ${reason}`, severity: 'error' };
}
