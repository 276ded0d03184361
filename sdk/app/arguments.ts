import type { Workbench } from './workbench.ts';

/** Says what is wrong with a value, after the name of its field; undefined when nothing is. */
type Check = (value: unknown) => string | undefined;
type Fields = Readonly<Record<string, Check>>;

/** Schemas of the argument of each call of `W`; a call that is not here does not compile. */
type Arguments<W> = { readonly [Group in Exclude<keyof W, 'on'>]: { readonly [Call in keyof W[Group]]: Fields } };

/** Most bytes of a file in one call; the way to the product carries 4 MB. */
const MOST_BYTES = 3 * 1024 * 1024;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
const whole =
  (least: number, most: number): Check =>
  value =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? undefined
      : `must be a whole number from ${least} to ${most}`;
const id = whole(1, 2_147_483_647);
const text =
  (most: number, least = 1): Check =>
  value =>
    typeof value === 'string' && value.length >= least && value.length <= most
      ? undefined
      : `must be a text of ${least} to ${most} characters`;
const maybe =
  (check: Check): Check =>
  value =>
    value === undefined ? undefined : check(value);
const oneOf =
  (...words: readonly string[]): Check =>
  value =>
    words.includes(value as string) ? undefined : `must be one of ${words.join(', ')}`;
const list =
  (check: Check, least: number, most: number): Check =>
  value => {
    if (!Array.isArray(value) || value.length < least || value.length > most)
      return `must be a list of ${least} to ${most}`;
    for (const [at, each] of value.entries()) {
      const wrong = check(each);
      if (wrong !== undefined) return `[${at}] ${wrong}`;
    }
    return undefined;
  };
const flag: Check = value => (typeof value === 'boolean' ? undefined : 'must be true or false');
const number =
  (least: number, most: number): Check =>
  value =>
    typeof value === 'number' && value >= least && value <= most
      ? undefined
      : `must be a number from ${least} to ${most}`;
const record: Check = value => (isRecord(value) ? undefined : 'must be an object');
const texts: Check = value =>
  isRecord(value) && Object.values(value).every(each => typeof each === 'string')
    ? undefined
    : 'must be an object of texts';
const bytes: Check = value =>
  value instanceof Uint8Array && value.byteLength <= MOST_BYTES ? undefined : 'must be a Uint8Array of at most 3 MB';
const content: Check = value =>
  typeof value === 'string'
    ? value.length <= MOST_BYTES
      ? undefined
      : 'must be at most 3 MB'
    : value instanceof Uint8Array
      ? bytes(value)
      : 'must be a text or a Uint8Array';
const json: Check = value => {
  try {
    return JSON.stringify(value) === undefined ? 'must be what JSON can hold' : undefined;
  } catch {
    return 'must be what JSON can hold';
  }
};
const threadPlace: Check = value => {
  if (!isRecord(value)) return 'must be an object such as { x, y }';
  const numbers = (...names: readonly string[]): boolean => names.every(each => Number.isFinite(value[each]));
  if (value['instanceId'] !== undefined && typeof value['instanceId'] !== 'string')
    return 'has an instanceId that is no text';
  return numbers('x', 'y') || numbers('start', 'end') || numbers('page')
    ? undefined
    : 'must have x and y, start and end, or page';
};
const annotationDocument: Check = value =>
  isRecord(value) &&
  isRecord(value['metadata']) &&
  ['instances', 'tags', 'comments'].every(each => Array.isArray(value[each]))
    ? undefined
    : 'must have metadata, instances, tags and comments';

const stretch = { offset: maybe(whole(0, 2_000_000_000)), limit: maybe(whole(1, 500)) };
const inProject = { projectId: id };
const ofItem = { projectId: id, itemId: id };
const query = text(16_384, 0);
const etag = maybe(text(80));
const message = text(2000);

const fields = {
  context: { get: {} },
  projects: {
    list: { ...stretch, text: maybe(text(3000, 0)) },
    get: inProject,
    classes: inProject,
    statuses: inProject,
    settings: inProject,
  },
  people: { ofProject: { ...stretch, ...inProject } },
  items: {
    list: {
      ...stretch,
      ...inProject,
      folderId: maybe(id),
      name: maybe(text(200, 0)),
      status: maybe(list(whole(0, 32_767), 0, 100)),
      assignee: maybe(text(254)),
      sort: maybe(oneOf('name', 'created', 'updated', 'status', 'priority', 'size')),
      order: maybe(oneOf('asc', 'desc')),
    },
    get: ofItem,
    make: { ...inProject, folderId: maybe(id), name: text(1000), bytes, replace: maybe(flag) },
    setMetadata: { ...ofItem, values: record },
    setStatus: { ...inProject, itemIds: list(id, 1, 500), status: whole(0, 32_767) },
  },
  files: { read: { ...ofItem, as: maybe(oneOf('original', 'shown', 'thumbnail')) } },
  annotations: { get: ofItem, put: { ...ofItem, document: annotationDocument, base: whole(0, 2_147_483_647) } },
  comments: {
    list: ofItem,
    add: { ...ofItem, text: message, at: maybe(threadPlace) },
    reply: { ...ofItem, threadId: text(200), text: message },
    resolve: { ...ofItem, threadId: text(200), resolved: flag },
  },
  explore: { search: { ...inProject, query, offset: maybe(whole(0, 2_000_000_000)) }, count: { ...inProject, query } },
  models: {
    list: inProject,
    run: {
      ...inProject,
      itemId: maybe(id),
      model: text(100),
      prompt: text(200_000),
      temperature: maybe(number(0, 2)),
      maxTokens: maybe(whole(1, 200_000)),
    },
  },
  automations: {
    list: inProject,
    start: { ...inProject, pipelineId: id, nodeId: text(40), itemIds: list(id, 1, 5000), values: maybe(record) },
    progress: { ...inProject, startId: id },
  },
  storage: {
    get: {},
    put: { value: json, etag },
    getForItem: { itemId: id },
    putForItem: { itemId: id, value: json, etag },
  },
  http: {
    fetch: {
      url: text(8000),
      method: maybe(oneOf('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE')),
      headers: maybe(texts),
      body: maybe(text(2_000_000, 0)),
    },
  },
  ui: {
    toast: { text: text(300), tone: maybe(oneOf('info', 'success', 'error')) },
    confirm: { text: text(1000), action: maybe(text(40)) },
    download: { name: text(200), content, type: maybe(text(100)) },
    openLink: { url: text(8000) },
    copy: { text: text(1_000_000) },
  },
  navigate: { toProjects: {}, toProject: inProject, toItem: { ...ofItem, details: maybe(flag) } },
} as const satisfies Arguments<Workbench>;

const byCall: ReadonlyMap<string, Fields> = new Map(
  Object.entries(fields).flatMap(([group, own]) =>
    Object.entries(own).map(([call, given]): [string, Fields] => [`${group}.${call}`, given]),
  ),
);

/** Names of what the argument of a call may hold; undefined for a call that is not there. */
export const argumentNames = (call: string): readonly string[] | undefined => {
  const known = byCall.get(call);
  return known === undefined ? undefined : Object.keys(known);
};

/** Returns the problem with the argument of a call, naming the field; undefined when nothing is. */
export function argumentProblem(call: string, given: unknown): string | undefined {
  const known = byCall.get(call);
  if (known === undefined) return `There is no call ${call}.`;
  if (!isRecord(given)) return `${call} takes one object.`;
  for (const name of Object.keys(given))
    if (!Object.hasOwn(known, name))
      return `${call}: there is no argument "${name.slice(0, 60)}". ${Object.keys(known).length === 0 ? 'It takes none.' : `It takes ${Object.keys(known).join(', ')}.`}`;
  for (const [name, check] of Object.entries(known)) {
    const wrong = check(given[name]);
    if (wrong !== undefined) return `${call}: ${name} ${wrong}.`;
  }
  return undefined;
}
