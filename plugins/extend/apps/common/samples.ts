import { argumentNames } from '#sdk/app/arguments.ts';
import { CAPABILITIES } from '#sdk/app/app-manifest.ts';
import { calls } from '#sdk/app/surface.ts';
import type { AppFiles } from './app.ts';
import type { JsonSchema } from './manifest-schema.ts';

/**
 * The file of sample data among the sources of an app: an object from names of calls (`items.list`) to what they
 * answer, or to a list of `{ "when": some of the arguments, "reply": … }` of which the first that fits answers. Only
 * the preview reads it; it is not published.
 */
export const SAMPLES_FILE = 'samples.json';

/** One reply, and the arguments it is for; for all when absent. */
export interface SampleCase {
  readonly when?: Readonly<Record<string, unknown>>;
  readonly reply: unknown;
}

/** Replies by the full name of their call. */
export type Samples = ReadonlyMap<string, readonly SampleCase[]>;

/** A problem with the file; line and column count from 1. */
export interface SamplesProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** `samples` is undefined where the file is no object, or there is none. What is wrong in parts leaves the others. */
export interface ReadSamples {
  readonly samples: Samples | undefined;
  readonly problems: readonly SamplesProblem[];
}

/** Calls without sample replies, since the place of the app is chosen above the preview. */
const NOT_SAMPLED: ReadonlySet<string> = new Set(['context.get']);
const sampledCalls: readonly string[] = [...calls.keys()].filter(each => !NOT_SAMPLED.has(each));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A list of cases is not mistaken for a reply that is a list: no reply has entries with a field `reply`. */
const isCases = (value: unknown): value is readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) && value.length > 0 && value.every(each => isRecord(each) && Object.hasOwn(each, 'reply'));

/** Reads the text of `samples.json`; undefined where the app has none. */
export function readSamples(text: string | undefined): ReadSamples {
  if (text === undefined) return { samples: undefined, problems: [] };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : 'it cannot be read';
    return {
      samples: undefined,
      problems: [{ ...placeOfFault(text, message), message: `It is not JSON: ${message}` }],
    };
  }
  if (!isRecord(value))
    return {
      samples: undefined,
      problems: [
        {
          line: 1,
          column: 1,
          message: 'It must be an object from names of calls, such as items.list, to their replies.',
        },
      ],
    };
  const samples = new Map<string, readonly SampleCase[]>();
  const problems: SamplesProblem[] = [];
  for (const [call, given] of Object.entries(value)) {
    const cases: readonly Readonly<Record<string, unknown>>[] = isCases(given) ? given : [{ reply: given }];
    const wrong = problemOf(call, cases);
    if (wrong === undefined)
      samples.set(
        call,
        cases.map(({ when, reply }) => ({
          reply,
          ...(when === undefined ? {} : { when: when as SampleCase['when'] & object }),
        })),
      );
    else problems.push({ ...placeOf(text, call), message: wrong });
  }
  return { samples, problems };
}

function problemOf(call: string, cases: readonly Readonly<Record<string, unknown>>[]): string | undefined {
  if (NOT_SAMPLED.has(call))
    return `${call} takes no reply: choose the place above the preview, and name a project in projects.list and an item in items.list.`;
  const known = argumentNames(call);
  if (known === undefined) {
    const like = sampledCalls.find(each => each.toLowerCase() === call.toLowerCase() || each.split('.')[1] === call);
    return `The SDK has no call ${call.slice(0, 60)}.${like === undefined ? '' : ` Do you mean ${like}?`}`;
  }
  for (const { when, ...rest } of cases) {
    const other = Object.keys(rest).find(each => each !== 'reply');
    if (other !== undefined) return `${call}: a case has "when" and "reply", not “${other.slice(0, 60)}”.`;
    if (when === undefined) continue;
    if (!isRecord(when)) return `${call}: "when" must be an object with some of the arguments.`;
    const strange = Object.keys(when).find(each => !known.includes(each));
    if (strange !== undefined)
      return `${call} has no argument “${strange.slice(0, 60)}” to ask for in "when". ${known.length === 0 ? 'It takes none.' : `It takes ${known.join(', ')}.`}`;
  }
  if (
    call === 'files.read' &&
    !cases.every(
      ({ reply }) => isRecord(reply) && typeof reply['bytes'] === 'string' && bytesOf(reply['bytes']) !== undefined,
    )
  )
    return 'files.read: a reply has "name", "mime" and "bytes" in base64.';
  return undefined;
}

/**
 * Returns the position of a JSON error, as far as the browser reports it: as a line and column, as a position, or not
 * at all.
 */
function placeOfFault(text: string, message: string): Pick<SamplesProblem, 'line' | 'column'> {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line !== undefined) return { line: Number(line), column: Number(column) };
  const before = text.slice(0, Number(/position (\d+)/.exec(message)?.[1] ?? 0)).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/** Returns the position of a call's name in the text, as a key. */
function placeOf(text: string, call: string): Pick<SamplesProblem, 'line' | 'column'> {
  const key = JSON.stringify(call);
  const lines = text.split('\n');
  const at = Math.max(
    0,
    lines.findIndex(each => each.includes(key) && /^\s*(:|$)/.test(each.slice(each.indexOf(key) + key.length))),
  );
  return { line: at + 1, column: (lines[at]?.indexOf(key) ?? 0) + 1 };
}

/**
 * The reply to a call; undefined where none is given. Each answers as it would come from the product: of files the
 * bytes.
 */
export function sampleOf(samples: Samples, call: string, args: unknown): { readonly reply: unknown } | undefined {
  const found = samples.get(call)?.find(({ when }) => when === undefined || fits(when, args));
  if (found === undefined) return undefined;
  if (call !== 'files.read') return { reply: found.reply };
  const file = found.reply as { readonly bytes: string };
  return { reply: { ...file, bytes: bytesOf(file.bytes) } };
}

/** Returns whether `given` has all that is asked for: objects in part, lists and values as a whole. */
function fits(asked: unknown, given: unknown): boolean {
  if (isRecord(asked))
    return isRecord(given) && Object.entries(asked).every(([name, value]) => fits(value, given[name]));
  if (Array.isArray(asked))
    return Array.isArray(given) && given.length === asked.length && asked.every((each, at) => fits(each, given[at]));
  return asked === given;
}

function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), each => each.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** The first project of the samples, for places that belong to one. */
export function sampleProject(
  samples: Samples,
): { readonly id: number; readonly name: string; readonly type: string } | undefined {
  const found = firstOf(samples, 'projects.get', 'projects.list', 'projects');
  return found === undefined
    ? undefined
    : { id: found.id, name: found.name, type: typeof found['type'] === 'string' ? found['type'] : 'Vector' };
}

/** The first item of the samples, for places that belong to one. */
export function sampleItem(samples: Samples): { readonly id: number; readonly name: string } | undefined {
  const found = firstOf(samples, 'items.get', 'items.list', 'items');
  return found === undefined ? undefined : { id: found.id, name: found.name };
}

function firstOf(
  samples: Samples,
  one: string,
  many: string,
  field: string,
): { readonly id: number; readonly name: string; readonly [other: string]: unknown } | undefined {
  const replies = (call: string): readonly unknown[] => (samples.get(call) ?? []).map(each => each.reply);
  const listed = replies(many).flatMap(each =>
    isRecord(each) && Array.isArray(each[field]) ? (each[field] as readonly unknown[]) : [],
  );
  return [...listed, ...replies(one)].find(
    (each): each is { readonly id: number; readonly name: string } =>
      isRecord(each) && Number.isInteger(each['id']) && typeof each['name'] === 'string',
  );
}

/** The sources without sample data: what is built and published. */
export function withoutSamples(files: AppFiles): AppFiles {
  const { [SAMPLES_FILE]: _, ...rest } = files;
  return rest;
}

/** Initial text of a file of samples. */
export const FIRST_SAMPLES = `${JSON.stringify(
  {
    'projects.list': {
      projects: [
        {
          id: 1,
          name: 'Sample project',
          type: 'Vector',
          description: '',
          itemCount: 1,
          completedCount: 0,
          createdAt: '2026-01-01T00:00:00.000Z',
          updatedAt: '2026-01-01T00:00:00.000Z',
        },
      ],
      total: 1,
    },
    'items.list': [
      {
        when: { projectId: 1 },
        reply: {
          items: [
            {
              id: 1,
              projectId: 1,
              folderId: 1,
              name: 'sample.jpg',
              status: 1,
              approval: 'none',
              pinned: false,
              assignees: [],
              categories: [],
              metadata: {},
              width: 640,
              height: 480,
              size: 1000,
              mime: 'image/jpeg',
              createdAt: '2026-01-01T00:00:00.000Z',
              updatedAt: '2026-01-01T00:00:00.000Z',
            },
          ],
          total: 1,
        },
      },
    ],
    'storage.get': { value: null, etag: 'none' },
  },
  undefined,
  2,
)}\n`;

/** The JSON schema of `samples.json`, for the code editor. */
export const samplesSchema = (): JsonSchema => ({
  type: 'object',
  description: 'Sample data: what calls answer in the preview. Only the preview reads it; it is not published.',
  additionalProperties: false,
  properties: Object.fromEntries(
    sampledCalls.map(call => {
      const capability = calls.get(call);
      return [
        call,
        {
          description: `What ${call} answers, or a list of { "when": some of ${argumentNames(call)?.join(', ') || 'no arguments'}, "reply": … } of which the first that fits answers.${capability === null || capability === undefined ? '' : ` Needs ${capability}: ${CAPABILITIES[capability]}.`}`,
        },
      ];
    }),
  ),
});
