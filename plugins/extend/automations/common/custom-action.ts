import { z } from '#core/api/common/index.ts';

/** Changes of its item that code may make, by the built-in action that makes them. */
export const writeKinds = [
  'set_status',
  'set_priority',
  'set_approval',
  'pin',
  'assign',
  'unassign',
  'set_category',
  'set_field',
  'comment',
  'move',
  'add_to_subset',
  'remove_from_subset',
  'annotate',
] as const;
export type WriteKind = (typeof writeKinds)[number];

/** Kinds of data that code may read, beside its event. */
export const readKinds = ['items', 'annotations', 'query'] as const;
export type ReadKind = (typeof readKinds)[number];

/** Languages of code. */
export const interpreters = ['typescript', 'python'] as const;
export type Interpreter = (typeof interpreters)[number];

/** Megabytes that code may use. */
export const memorySizes = [64, 128, 256] as const;

/** Name of a secret, and of a key of one. */
export const secretName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,59}$/, 'begin with a letter; use at most 60 letters, digits, _ and -');

/** Most files of an action beside its main one. */
export const MOST_FILES = 20;

/** Name of a file of an action beside its main one. */
const fileName = z
  .string()
  .regex(
    /^(?!main\.(ts|py)$)[a-z][a-z0-9_-]{0,59}\.(ts|py|json)$/,
    'use a name such as rules.ts, rules.py or limits.json',
  );

/** Names that the language of an action can import or open. */
export const fileNames: Readonly<Record<Interpreter, z.ZodString>> = {
  typescript: z
    .string()
    .regex(/^(?!main\.ts$)[a-z][a-z0-9_-]{0,59}\.(ts|json)$/, 'use a name such as rules.ts or limits.json'),
  python: z
    .string()
    .regex(/^(?!main\.py$)[a-z][a-z0-9_]{0,59}\.(py|json)$/, 'use a name such as rules.py or limits.json'),
};

/** A package of a registry in one version, such as `geojson-area@1.0.0`. */
const packageSpec = z
  .string()
  .max(240)
  .regex(
    /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*@\d+\.\d+\.\d+(-[\w.-]+)?$/,
    'use a name with one version, such as geojson-area@1.0.0',
  );

/** Returns whether a text names a package in one version. */
export const isPackage = (text: string): boolean => packageSpec.safeParse(text).success;

/** Packages of the operator's registry that an action may import. */
export const actionPackages = z.array(packageSpec).max(20, 'use at most 20 packages');

/** The code of an action with what it may do. */
export const actionCode = z.strictObject({
  interpreter: z.enum(interpreters).default('typescript'),
  source: z.string().min(1, 'write the code of the action').max(200_000, 'use at most 200,000 characters'),
  /** Files that TypeScript imports as `./NAME`; Python imports those in Python, and opens those in JSON. */
  files: z
    .array(z.strictObject({ name: fileName, text: z.string().max(200_000, 'use at most 200,000 characters') }))
    .max(MOST_FILES, `use at most ${MOST_FILES} files`)
    .refine(files => new Set(files.map(each => each.name)).size === files.length, 'give each file its own name')
    .default([]),
  /** Packages of the operator's registry that TypeScript may import, beside those that the product brings along. */
  packages: actionPackages.default([]),
  /** Origins that the code may send requests to, such as `https://api.example.com`. */
  hosts: z
    .array(z.string().max(200).refine(isOrigin, 'use an address without a path, such as https://api.example.com'))
    .max(20),
  writes: z.array(z.enum(writeKinds)),
  reads: z.array(z.enum(readKinds)).default([]),
  /** Names of the secrets whose values the code gets. */
  secrets: z.array(secretName).max(20),
  /** Seconds for one item. */
  time_limit: z.int().min(1, 'must be from 1 to 60').max(60, 'must be from 1 to 60'),
  memory: z.union(memorySizes.map(each => z.literal(each))),
});
export type ActionCode = z.output<typeof actionCode>;

/** Returns whether a text is an address of http or https without path, user or query. */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false;
  return new URL(text).origin === text;
}

/** Source of a new action. */
export const blankAction: ActionCode = {
  interpreter: 'typescript',
  source: `import type { Handler } from '@loupe/sdk/automation';

const handler: Handler = async (event, context, { item, log }) => {
  if (context.after === null) return;
  log.info('Looking at', context.after['name']);
  item.setPriority(5);
  return { done: true };
};

export default handler;
`,
  files: [],
  packages: [],
  hosts: [],
  writes: ['set_priority'],
  reads: [],
  secrets: [],
  time_limit: 10,
  memory: 64,
};

/** Sources of new actions. */
export const blankActions: Readonly<Record<Interpreter, ActionCode>> = {
  typescript: blankAction,
  python: {
    ...blankAction,
    interpreter: 'python',
    source: `def handler(event, context):
    if context["after"] is None:
        return None
    loupe.log.info("Looking at", context["after"]["name"])
    loupe.item.set_priority(5)
    return {"done": True}
`,
  },
};

/** Replaces `{{secrets.NAME.KEY}}` by what `read` returns. */
export const fillSecrets = (text: string, read: (name: string, key: string) => string): string =>
  text.replaceAll(/\{\{\s*secrets\.([\w-]+)\.([\w-]+)\s*\}\}/g, (_, name: string, key: string) => read(name, key));

/** Returns the names of the secrets that a text refers to. */
export const secretsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{\s*secrets\.([\w-]+)\.([\w-]+)\s*\}\}/g)].map(each => each[1]!);
