/** A node of rich text as the editor keeps it: text with marks, or a block with content. */
export interface RichNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly RichNode[];
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }[];
  readonly text?: string;
}

/** Most bytes of instructions as JSON, and most levels of lists and quotes. */
const BYTES_LIMIT = 512 * 1024;
const DEPTH_LIMIT = 24;

/** Returns whether a link may lead to an address: pages and mail, nothing that runs. */
export const isSafeLink = (address: unknown): address is string =>
  typeof address === 'string' &&
  address.length <= 2000 &&
  /^(https?:\/\/|mailto:)\S+$/i.test(address) &&
  !/\p{Cc}/u.test(address);

const integer =
  (low: number, high: number) =>
  (value: unknown): boolean =>
    Number.isInteger(value) && (value as number) >= low && (value as number) <= high;
const words = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && /^[\w+#.-]{0,40}$/.test(value));

type Attributes = Readonly<Record<string, (value: unknown) => boolean>>;

/** Elements of rich text, with the attributes that are kept; all others are left out. */
const NODES: Readonly<Record<string, Attributes>> = {
  doc: {},
  paragraph: {},
  text: {},
  heading: { level: integer(1, 4) },
  bulletList: {},
  orderedList: { start: integer(1, 1_000_000) },
  listItem: {},
  blockquote: {},
  codeBlock: { language: words },
  horizontalRule: {},
  hardBreak: {},
};
const MARKS: Readonly<Record<string, Attributes>> = {
  bold: {},
  italic: {},
  underline: {},
  strike: {},
  code: {},
  link: { href: isSafeLink },
};

class Unfit extends Error {}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const own = <T>(table: Readonly<Record<string, T>>, name: unknown): T | undefined =>
  typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
const named = (type: unknown): string => JSON.stringify(type)?.slice(0, 60) ?? 'nothing';

function attributesOf(
  allowed: Attributes,
  given: unknown,
  what: string,
): { readonly attrs?: Readonly<Record<string, unknown>> } {
  const values = isRecord(given) ? given : {};
  const kept = Object.entries(allowed)
    .filter(([name]) => name === 'href' || values[name] !== undefined)
    .map(([name, fits]) => {
      if (!fits(values[name]))
        throw new Unfit(
          name === 'href' ? 'has a link that is not http, https or mailto' : `has a ${what} with a wrong ${name}`,
        );
      return [name, values[name]] as const;
    });
  return kept.length === 0 ? {} : { attrs: Object.fromEntries(kept) };
}

function read(value: unknown, depth: number): RichNode {
  if (!isRecord(value)) throw new Unfit('holds something that is no text');
  const { type, text, content, marks, attrs } = value;
  const allowed = own(NODES, type);
  if (allowed === undefined || (type === 'doc') !== (depth === 0))
    throw new Unfit(`holds ${named(type)}, which is not allowed`);
  if (depth > DEPTH_LIMIT) throw new Unfit(`is nested deeper than ${DEPTH_LIMIT} levels`);
  if (type === 'text' && (typeof text !== 'string' || text === '' || !text.isWellFormed() || text.includes('\0')))
    throw new Unfit('holds text that cannot be kept');
  if (content !== undefined && !Array.isArray(content)) throw new Unfit('has content that is no list');
  if (marks !== undefined && !Array.isArray(marks)) throw new Unfit('has marks that are no list');
  const keptMarks = (marks as readonly unknown[] | undefined)?.map(mark => {
    const ofMark = isRecord(mark) ? own(MARKS, mark['type']) : undefined;
    if (!isRecord(mark) || ofMark === undefined)
      throw new Unfit(`holds the mark ${named(isRecord(mark) ? mark['type'] : mark)}, which is not allowed`);
    return { type: mark['type'] as string, ...attributesOf(ofMark, mark['attrs'], 'mark') };
  });
  return {
    type: type as string,
    ...attributesOf(allowed, attrs, type as string),
    ...(content === undefined ? {} : { content: (content as readonly unknown[]).map(each => read(each, depth + 1)) }),
    ...(keptMarks === undefined || keptMarks.length === 0 ? {} : { marks: keptMarks }),
    ...(type === 'text' ? { text: text as string } : {}),
  };
}

/** Rich text that came from outside, rebuilt from what is allowed (never HTML); or the reason it is refused. */
export function readInstructions(value: unknown): { readonly document: RichNode } | { readonly problem: string } {
  try {
    const document = read(value, 0);
    if (new TextEncoder().encode(JSON.stringify(document)).length > BYTES_LIMIT)
      return { problem: `is larger than ${BYTES_LIMIT / 1024} KB; put long texts into a file` };
    return { document };
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    return { problem: error.message };
  }
}

/** True for rich text without a word, as an editor has it before anybody typed. */
export const isEmptyDocument = (node: RichNode): boolean =>
  node.type !== 'text' && node.type !== 'horizontalRule' && (node.content ?? []).every(isEmptyDocument);
