import { originOf } from '#core/base/common/index.ts';
import type { AppManifest } from '#sdk/app/app-manifest.ts';
import type { AppFiles } from './app.ts';
import { appManifest, MANIFEST_FILE } from './app.ts';

/** A problem with the sources of an app: a file, and in the manifest the field. */
export interface SourceProblem {
  readonly file: string;
  /** Path of a field of the manifest, such as `mounts.0.place`; empty for the file as a whole. */
  readonly field: string;
  readonly reason: string;
}

export type ReadManifest =
  | { readonly manifest: AppManifest; readonly problems: readonly [] }
  | { readonly manifest: undefined; readonly problems: readonly SourceProblem[] };

/** Reads `loupe-app.json` among the sources of an app, and reports all its problems. */
export function readManifest(files: AppFiles): ReadManifest {
  const wrong = (...problems: readonly SourceProblem[]): ReadManifest => ({ manifest: undefined, problems });
  const problem = (field: string, reason: string): SourceProblem => ({ file: MANIFEST_FILE, field, reason });
  const text = Object.hasOwn(files, MANIFEST_FILE) ? files[MANIFEST_FILE] : undefined;
  if (text === undefined)
    return wrong(problem('', 'is missing. It names the app, its first file and where it appears'));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return wrong(problem('', `is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`));
  }
  const read = appManifest.safeParse(value);
  if (!read.success) {
    return wrong(
      ...read.error.issues.flatMap(issue =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map(key => problem([...issue.path, key].map(String).join('.'), 'is not a field of the manifest'))
          : [problem(issue.path.map(String).join('.'), issue.message)],
      ),
    );
  }
  const manifest = read.data;
  const problems = [
    ...(Object.hasOwn(files, manifest.entry)
      ? []
      : [problem('entry', `names ${manifest.entry}, which is not among the files`)]),
    ...(manifest.hosts ?? []).flatMap((host, index) =>
      originOf(host) === undefined
        ? [problem(`hosts.${index}`, `“${host}” is no host. Write it like api.example.org`)]
        : [],
    ),
    ...commandProblems(manifest).map(([field, reason]) => problem(field, reason)),
  ];
  return problems.length === 0 ? { manifest, problems: [] } : wrong(...problems);
}

function commandProblems({
  commands = [],
  mounts,
  capabilities,
}: AppManifest): readonly (readonly [field: string, reason: string])[] {
  if (commands.length === 0) return [];
  const places = new Set(mounts.map(each => each.place));
  return [
    ...(capabilities.includes('commands')
      ? []
      : [['capabilities', 'lacks “commands”, which an app with commands asks for'] as const]),
    ...(places.size > 0 ? [] : [['commands', 'need a place in "mounts" where the app is opened to do them'] as const]),
    ...commands.flatMap(({ id, place }, index) => [
      ...(commands.findIndex(each => each.id === id) === index
        ? []
        : [[`commands.${index}.id`, `“${id}” is the id of another command`] as const]),
      ...(place === undefined || places.has(place) || places.size === 0
        ? []
        : [[`commands.${index}.place`, `“${place}” is none of the places in "mounts"`] as const]),
    ]),
  ];
}

/** A problem in one line: `loupe-app.json: mounts.0.place is not valid: …`. */
export const problemText = ({ file, field, reason }: SourceProblem): string =>
  field === '' ? `${file} ${reason}` : `${file}: ${field} is not valid: ${reason}`;

/** Bytes of the sources as UTF-8, paths included. */
export function sourceBytes(files: AppFiles): number {
  const encoder = new TextEncoder();
  return Object.entries(files).reduce(
    (sum, [path, text]) => sum + encoder.encode(path).length + encoder.encode(text).length,
    0,
  );
}
