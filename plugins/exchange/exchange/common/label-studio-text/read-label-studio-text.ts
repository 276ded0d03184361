import { randomUuid } from '#core/base/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';
import type { ReadHead } from '../exchange/read-head.ts';
import { imagePlace } from '../exchange/image-path.ts';
import { leftovers, parseJson, textOf } from '../exchange/json-file.ts';
import type {
  ForeignDocument,
  ForeignFile,
  ForeignSet,
  ItemContent,
  NeutralDocument,
  NeutralInstance,
} from '../exchange/neutral-document.ts';
import { choiceLabels } from '../label-studio/choice-labels.ts';
import { answerTypes, isLabelStudio, isSpan, resultsOf, texts, valuesOf } from '../label-studio/task-results.ts';
import { plainText } from '../text/plain-text.ts';
import type { PlainText } from '../text/plain-text.ts';
import { textPlace } from '../text/text-place.ts';
import type { TextPlace } from '../text/text-place.ts';
import type { TransferReport } from '../transfer-report.ts';

/** Members of `data` in our own files. */
const ownData: ReadonlySet<string> = new Set(['text', 'file', 'folder', 'tags', 'note']);

const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(text);

interface Task {
  readonly json: JsonRecord;
  /** In the list, from 0. */
  readonly index: number;
  readonly place: TextPlace;
  /** Undefined when the task holds an address of it only. */
  readonly text: string | undefined;
}

/** The text of a task is in `data.text`, else in the one text there that is long enough for its spans. */
function taskOf(json: JsonRecord, index: number, path: string): Task {
  const data = isRecord(json['data']) ? json['data'] : {};
  const values = Object.entries(data).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && !(ownData.has(entry[0]) && entry[0] !== 'text'),
  );
  const found =
    typeof data['text'] === 'string'
      ? data['text']
      : values.map(([, value]) => value).toSorted((one, other) => other.length - one.length)[0];
  if (found === undefined) throw new ExchangeError(path, `[${index}].data has no text`);
  const { file, folder } = data;
  const address = isAddress(found) ? imagePlace(found.split(/[?#]/)[0]!) : undefined;
  const named =
    typeof file === 'string' && file !== ''
      ? { ...textPlace(file), ...(typeof folder === 'string' ? { folder, wide: folder } : {}) }
      : undefined;
  return {
    json,
    index,
    text: address === undefined ? found : undefined,
    place:
      named ??
      (address === undefined
        ? textPlace(path.replace(/\.[^./]+$/, ''), Number.isInteger(json['id']) ? Number(json['id']) : index + 1)
        : { ...textPlace(address.name), folder: '', wide: '' }),
  };
}

/**
 * Turns offsets of a task, which browsers count in UTF-16 units and scripts in code points, into places of our text.
 */
class Offsets {
  readonly #points: readonly string[];
  /** Code points before each UTF-16 unit. */
  readonly #before: Uint32Array;

  constructor(
    private readonly raw: string,
    private readonly where: PlainText,
  ) {
    this.#points = Array.from(raw);
    this.#before = new Uint32Array(raw.length + 1);
    let unit = 0;
    for (const [at, point] of this.#points.entries()) {
      for (const end = unit + point.length; unit < end; unit += 1) this.#before[unit] = at;
    }
    this.#before[raw.length] = this.#points.length;
  }

  /** @throws ExchangeError naming the field */
  stretch(value: JsonRecord, path: string, field: string): readonly [number, number] {
    const { start, end } = isRecord(value['globalOffsets']) ? value['globalOffsets'] : value;
    if (!Number.isInteger(start) || !Number.isInteger(end) || Number(start) < 0)
      throw new ExchangeError(path, `${field}.start and end must be whole numbers`);
    const [from, to] = [Number(start), Number(end)];
    const covered = typeof value['text'] === 'string' ? value['text'] : undefined;
    const inUnits = covered === undefined || this.raw.slice(from, to) === covered;
    const inPoints = covered !== undefined && this.#points.slice(from, to).join('') === covered;
    if (!inUnits && !inPoints)
      throw new ExchangeError(
        path,
        `${field} covers '${this.raw.slice(from, to).slice(0, 60)}', the file says '${covered!.slice(0, 60)}'`,
      );
    const place = (offset: number): number =>
      this.where.place(inUnits ? this.#before[Math.min(offset, this.raw.length)]! : offset);
    if (place(to) <= place(from))
      throw new ExchangeError(path, `${field} from ${from} to ${to} has no character of the text`);
    return [place(from), place(to)];
  }
}

function spansOf(
  results: readonly JsonRecord[],
  offsets: Offsets,
  path: string,
  at: string,
  predicted: number | undefined,
): { readonly spans: readonly NeutralInstance[]; readonly ids: ReadonlyMap<string, string> } {
  const ids = new Map<string, string>();
  const answers = new Map<string, JsonRecord[]>();
  for (const result of results)
    if (answerTypes.has(String(result['type'])))
      answers.set(String(result['id']), [...(answers.get(String(result['id'])) ?? []), result]);
  const spans = results.flatMap((result, index): NeutralInstance[] => {
    if (!isSpan(result)) return [];
    const value = result['value'] as JsonRecord;
    const [start, end] = offsets.stretch(value, path, `${at}.result[${index}].value`);
    const key = String(result['id']);
    const own = texts(value[String(result['type'])] ?? value['labels']);
    const score = typeof result['score'] === 'number' ? result['score'] : predicted;
    const attributes = valuesOf(answers.get(key) ?? []);
    return (own.length === 0 ? [''] : own).map((className, label): NeutralInstance => {
      const id = randomUuid();
      if (label === 0) ids.set(key, id);
      return {
        className,
        geometry: { type: 'entity', id, start, end },
        attributes,
        fields: {
          ...(score === undefined
            ? {}
            : { probability: Math.min(100, Math.max(0, Math.round(score * 100))), creationType: 'Prediction' }),
          ...(label === 0 ? { source: { format: 'label-studio-text', id: result['id'] } } : {}),
        },
      };
    });
  });
  return { spans, ids };
}

/** A relation of both directions becomes two, one to the left is turned round. */
function linksOf(
  results: readonly JsonRecord[],
  ids: ReadonlyMap<string, string>,
  report: TransferReport,
): readonly NeutralInstance[] {
  return results
    .filter(each => each['type'] === 'relation')
    .flatMap((relation): NeutralInstance[] => {
      const [one, other] = [ids.get(String(relation['from_id'])), ids.get(String(relation['to_id']))];
      if (one === undefined || other === undefined)
        return (
          report.add('relation', {
            one: 'was dropped, since a span of it is missing',
            many: 'were dropped, since spans of them are missing',
          }),
          []
        );
      const names = texts(relation['labels']);
      const ways =
        relation['direction'] === 'left'
          ? [[other, one]]
          : relation['direction'] === 'bi'
            ? [
                [one, other],
                [other, one],
              ]
            : [[one, other]];
      return (names.length === 0 ? [''] : names).flatMap(className =>
        ways.map(([from, to]): NeutralInstance => ({
          className,
          geometry: { type: 'relationship', id: randomUuid(), from, to },
        })),
      );
    });
}

function readTask(
  { json, index, place, text }: Task,
  file: string,
  item: ItemContent | undefined,
  report: TransferReport,
): NeutralDocument {
  const path = `${file} [${index}]`;
  const raw = text ?? item?.text;
  if (raw === undefined)
    throw new ExchangeError(
      path,
      `holds an address instead of a text, and there is no item ${place.name} whose text is kept here`,
    );
  const where = plainText(raw);
  if (item?.text !== undefined && item.text !== where.text)
    throw new ExchangeError(
      path,
      `the text of the item ${place.name} differs from that of the task, so that places would not fit; rename the item or delete it first`,
    );
  const results = resultsOf(json);
  const isPredicted = recordsOf(json['annotations']).every(each => each['was_cancelled'] === true);
  const score = recordsOf(json['predictions'])[0]?.['score'];
  const { spans, ids } = spansOf(
    results,
    new Offsets(raw, where),
    path,
    isPredicted ? 'predictions[0]' : 'annotations[0]',
    isPredicted ? (typeof score === 'number' ? score : 1) : undefined,
  );
  const tags = results
    .filter(each => answerTypes.has(String(each['type'])) && !ids.has(String(each['id'])))
    .map((result): NeutralInstance => ({
      className: String(result['from_name']),
      geometry: { type: 'tag', id: randomUuid() },
      attributes: valuesOf([result]),
    }));
  for (const result of results) {
    const type = String(result['type']);
    if (!isSpan(result) && type !== 'relation' && !answerTypes.has(type))
      report.add(`${type} result`, { one: 'has no place in a text project', many: 'have no place in a text project' });
  }
  const data = isRecord(json['data']) ? json['data'] : {};
  const rest = leftovers(data, ownData);
  return {
    path,
    name: place.name,
    folder: place.folder,
    instances: [...spans, ...linksOf(results, ids, report), ...tags],
    tags: texts(data['tags']),
    freeText: typeof data['note'] === 'string' ? data['note'] : '',
    ...(text === undefined || Object.keys(rest).length === 0
      ? {}
      : { source: { format: 'label-studio-text', data: rest } }),
  };
}

/**
 * Reads task lists of Label Studio about texts: every task is an item, named by `data.file`, else by the file and its
 * id.
 */
export async function readLabelStudioText(files: readonly ForeignFile[], { report }: ReadHead): Promise<ForeignSet> {
  const documents: ForeignDocument[] = [];
  const results: (readonly JsonRecord[])[] = [];
  for (const file of files.filter(each => each.path.toLowerCase().endsWith('.json'))) {
    const json = parseJson(await textOf(file), file.path);
    if (!isLabelStudio(json)) continue;
    for (const [index, each] of recordsOf(json).entries()) {
      const task = taskOf(each, index, file.path);
      results.push(resultsOf(each));
      const further =
        recordsOf(each['annotations']).filter(annotation => annotation['was_cancelled'] !== true).length - 1;
      if (further > 0)
        report.add(
          'further annotation of a task',
          { one: 'was left out; the first counts', many: 'were left out; the first of each task counts' },
          further,
        );
      const { text } = task;
      documents.push({
        path: `${file.path} [${index}]`,
        ...task.place,
        ...(text === undefined ? {} : { text: () => Promise.resolve(plainText(text).text) }),
        read: async (_, item) => readTask(task, file.path, item, report),
      });
    }
  }
  return { labels: choiceLabels(results), documents };
}
