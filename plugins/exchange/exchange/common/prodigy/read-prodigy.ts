import { randomUuid } from '#core/base/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';
import type { ReadHead } from '../exchange/read-head.ts';
import { isPlainName, leftovers, parseJson, textOf } from '../exchange/json-file.ts';
import type {
  ForeignDocument,
  ForeignFile,
  ForeignSet,
  ItemContent,
  NeutralDocument,
  NeutralInstance,
} from '../exchange/neutral-document.ts';
import { plainText } from '../text/plain-text.ts';
import type { PlainText } from '../text/plain-text.ts';
import { textPlace } from '../text/text-place.ts';
import type { TextPlace } from '../text/text-place.ts';

/** Members that are read or rebuilt; all else of a line is kept for the way back. */
const known: ReadonlySet<string> = new Set([
  'text',
  'tokens',
  'spans',
  'relations',
  'answer',
  'label',
  'cats',
  'accept',
  'meta',
]);
const knownSpan: ReadonlySet<string> = new Set([
  'start',
  'end',
  'token_start',
  'token_end',
  'label',
  'attributes',
  'text',
  'type',
  'answer',
  'rejected',
  'accept',
]);
const rejected = {
  one: 'that was rejected or ignored was left out',
  many: 'that were rejected or ignored were left out',
};

/** True for a span that a person said is wrong. */
const isRejected = (span: JsonRecord): boolean =>
  span['answer'] === 'reject' || span['answer'] === 'ignore' || span['rejected'] === true || span['accept'] === false;

/** True for a line of the format: a text, and what was marked in it. */
export const isProdigy = (json: unknown): boolean =>
  isRecord(json) &&
  typeof json['text'] === 'string' &&
  ['spans', 'tokens', 'relations', '_input_hash'].some(key => key in json);

interface Line {
  readonly json: JsonRecord;
  /** Of the file, from 1. */
  readonly number: number;
}

async function linesOf(file: ForeignFile): Promise<readonly Line[]> {
  const text = await textOf(file);
  return text.split(/\r\n?|\n/).flatMap((line, at): Line[] => {
    if (line.trim() === '') return [];
    const json = parseJson(line, `${file.path} line ${at + 1}`);
    if (!isRecord(json) || typeof json['text'] !== 'string')
      throw new ExchangeError(file.path, `line ${at + 1}: text must be a text`);
    return [{ json, number: at + 1 }];
  });
}

/** The item of a line, as in our own files; else one named by file and line. */
function placeOf({ json, number }: Line, path: string): TextPlace {
  const meta = isRecord(json['meta']) ? json['meta'] : {};
  const { file, folder } = meta;
  if (typeof file === 'string' && file !== '')
    return { ...textPlace(file), ...(typeof folder === 'string' ? { folder, wide: folder } : {}) };
  return textPlace(path.replace(/\.[^./]+$/, ''), number);
}

/** Start and end of a span in our text. @throws ExchangeError naming the field */
function stretchOf(span: JsonRecord, where: PlainText, path: string, field: string): readonly [number, number] {
  const { start, end } = span;
  if (!Number.isInteger(start) || !Number.isInteger(end) || Number(start) < 0)
    throw new ExchangeError(path, `${field}.start and end must be whole numbers`);
  const [from, to] = [where.place(Number(start)), where.place(Number(end))];
  if (to <= from)
    throw new ExchangeError(
      path,
      `${field} from ${Number(start)} to ${Number(end)} has no character of the text, which has ${where.length}`,
    );
  return [from, to];
}

const attributesOf = (record: JsonRecord): JsonRecord => (isRecord(record['attributes']) ? record['attributes'] : {});
const labelOf = (record: JsonRecord): string => (typeof record['label'] === 'string' ? record['label'] : '');

function spansAndLinks(json: JsonRecord, where: PlainText, path: string): readonly NeutralInstance[] {
  const instances: NeutralInstance[] = [];
  const ids = new Map<string, string>();
  const keys = new Map<string, string>();
  const add = (span: JsonRecord, field: string): string => {
    const [start, end] = stretchOf(span, where, path, field);
    const key = `${start} ${end} ${labelOf(span)}`;
    const id = randomUuid();
    if (!ids.has(key)) ids.set(key, id);
    keys.set(id, key);
    const rest = leftovers(span, knownSpan);
    instances.push({
      className: labelOf(span),
      geometry: { type: 'entity', id, start, end },
      attributes: attributesOf(span),
      ...(Object.keys(rest).length === 0 ? {} : { fields: { source: { format: 'prodigy', ...rest } } }),
    });
    return id;
  };
  const listed = recordsOf(json['spans']).map((span, at) => (isRejected(span) ? undefined : add(span, `spans[${at}]`)));
  // The ends of a relation need not be among the spans.
  const endOf = (span: unknown, field: string): string => {
    if (!isRecord(span)) throw new ExchangeError(path, `${field} must be an object`);
    const [start, end] = stretchOf(span, where, path, field);
    const key = `${start} ${end} ${labelOf(span)}`;
    const token = listed[Number(span['index'] ?? -1)];
    return (token !== undefined && keys.get(token) === key ? token : undefined) ?? ids.get(key) ?? add(span, field);
  };
  recordsOf(json['relations']).forEach((relation, at) => {
    const [from, to] = [
      endOf(relation['head_span'], `relations[${at}].head_span`),
      endOf(relation['child_span'], `relations[${at}].child_span`),
    ];
    instances.push({
      className: labelOf(relation),
      geometry: { type: 'relationship', id: randomUuid(), from, to },
      attributes: attributesOf(relation),
    });
  });
  return instances;
}

/** Names of classes of the whole text: one label, those accepted, or those with a score of at least a half. */
function classesOf(json: JsonRecord): readonly string[] {
  const accepted = Array.isArray(json['accept'])
    ? json['accept'].filter(each => typeof each === 'string' || typeof each === 'number').map(String)
    : [];
  const scored = isRecord(json['cats'])
    ? Object.entries(json['cats']).flatMap(([name, score]) => (score === true || Number(score) >= 0.5 ? [name] : []))
    : [];
  return [
    ...new Set([
      ...(typeof json['label'] === 'string' && json['label'] !== '' ? [json['label']] : []),
      ...accepted,
      ...scored,
    ]),
  ];
}

function readLine(line: Line, file: string, item: ItemContent | undefined): NeutralDocument {
  const path = `${file} line ${line.number}`;
  const { json } = line;
  const place = placeOf(line, file);
  const where = plainText(json['text'] as string);
  if (item?.text !== undefined && item.text !== where.text)
    throw new ExchangeError(
      path,
      `the text of the item ${place.name} differs from that of the line, so that places would not fit; rename the item or delete it first`,
    );
  const meta = isRecord(json['meta']) ? json['meta'] : {};
  const rest = {
    ...leftovers(json, known),
    ...(Object.keys(leftovers(meta, ownMeta)).length === 0 ? {} : { meta: leftovers(meta, ownMeta) }),
  };
  return {
    path,
    name: place.name,
    folder: place.folder,
    instances: [
      ...spansAndLinks(json, where, path),
      ...classesOf(json).map((className): NeutralInstance => ({
        className,
        geometry: { type: 'tag', id: randomUuid() },
      })),
    ],
    tags: Array.isArray(meta['tags']) ? meta['tags'].filter(each => typeof each === 'string') : [],
    freeText: typeof meta['note'] === 'string' ? meta['note'] : '',
    ...(Object.keys(rest).length === 0 ? {} : { source: { format: 'prodigy', ...rest } }),
  };
}

/** Members of `meta` in our own files. */
export const ownMeta: ReadonlySet<string> = new Set(['file', 'folder', 'tags', 'note']);

/**
 * Reads Prodigy JSON lines: every line that was accepted is an item, named by `meta.file`, else by its file and line.
 */
export async function readProdigy(files: readonly ForeignFile[], { report }: ReadHead): Promise<ForeignSet> {
  const documents: ForeignDocument[] = [];
  const named = files.filter(each => /\.(?:jsonl|ndjson)$/i.test(each.path));
  for (const file of named.length > 0
    ? named
    : files.filter(each => each.path.toLowerCase().endsWith('.json') || isPlainName(each.path))) {
    // Held once for all its lines: a file is walked line by line more than once.
    for (const line of await linesOf(file)) {
      if (line.json['answer'] === 'reject' || line.json['answer'] === 'ignore') {
        report.add('line', rejected);
        continue;
      }
      report.add('span', rejected, recordsOf(line.json['spans']).filter(isRejected).length);
      documents.push({
        path: `${file.path} line ${line.number}`,
        ...placeOf(line, file.path),
        text: () => Promise.resolve(plainText(line.json['text'] as string).text),
        read: async (_, item) => readLine(line, file.path, item),
      });
    }
  }
  return { labels: [], documents };
}
