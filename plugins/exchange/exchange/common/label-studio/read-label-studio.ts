import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { hasPictureEnding, imagePlace } from '../exchange/image-path.ts';
import { numberAt, parseJson, textOf } from '../exchange/json-file.ts';
import type {
  ForeignDocument,
  ForeignFile,
  ForeignLabel,
  ForeignSet,
  ImageSize,
  NeutralDocument,
  NeutralGeometry,
  NeutralInstance,
} from '../exchange/neutral-document.ts';
import { dropped } from '../transfer-report.ts';
import type { TransferReport } from '../transfer-report.ts';
import { choiceLabels } from './choice-labels.ts';
import { regionGeometry } from './region-geometry.ts';
import type { Region } from './region-geometry.ts';
import { isLabelStudio, resultsOf, texts, valuesOf } from './task-results.ts';

const shapeType = /^(?:rectangle|polygon|ellipse|keypoint|brush)(?:labels)?$/;

/** Numbers of groups: regions that a relation joins, and keypoints with the rectangle they lie in. */
function groupsOf(results: readonly JsonRecord[]): ReadonlyMap<string, number> {
  const parents = new Map<string, string>();
  const root = (id: string): string => {
    let at = id;
    for (let next = parents.get(at); next !== undefined; next = parents.get(at)) at = next;
    return at;
  };
  const join = (one: unknown, other: unknown): void => {
    const [a, b] = [root(String(one)), root(String(other))];
    if (a !== b) parents.set(b, a);
  };
  for (const result of results) {
    if (result['type'] === 'relation') join(result['from_id'], result['to_id']);
    else if (typeof result['parentID'] === 'string') join(result['parentID'], result['id']);
  }
  const numbers = new Map<string, number>();
  const groups = new Map<string, number>();
  for (const result of results) {
    const id = String(result['id']);
    if (!shapeType.test(String(result['type'])) || (!parents.has(id) && ![...parents.values()].includes(id))) continue;
    const top = root(id);
    if (!numbers.has(top)) numbers.set(top, numbers.size + 1);
    groups.set(id, numbers.get(top)!);
  }
  return groups;
}

/** Points that name one parent become one template. */
function joinKeypoints(
  found: readonly { readonly result: JsonRecord; readonly instance: NeutralInstance }[],
  results: readonly JsonRecord[],
): readonly NeutralInstance[] {
  const families = new Map<string, { readonly result: JsonRecord; readonly instance: NeutralInstance }[]>();
  for (const each of found)
    if (each.instance.geometry.type === 'point' && typeof each.result['parentID'] === 'string')
      families.set(each.result['parentID'], [...(families.get(each.result['parentID']) ?? []), each]);
  const labelOf = new Map(
    results.map(result => [
      String(result['id']),
      texts(isRecord(result['value']) ? result['value']['rectanglelabels'] : undefined)[0],
    ]),
  );
  const done = new Set<string>();
  return found.flatMap((each): NeutralInstance[] => {
    const parent = each.instance.geometry.type === 'point' ? each.result['parentID'] : undefined;
    if (typeof parent !== 'string') return [each.instance];
    if (done.has(parent)) return [];
    done.add(parent);
    const family = families.get(parent)!;
    const className = labelOf.get(parent) ?? each.instance.className;
    const geometry: NeutralGeometry = {
      type: 'template',
      templateName: className,
      connections: [],
      points: family.map(({ instance }, at) => ({
        id: at + 1,
        x: (instance.geometry as JsonRecord)['x'],
        y: (instance.geometry as JsonRecord)['y'],
      })),
      pointLabels: Object.fromEntries(family.map(({ instance }, at) => [at, instance.className])),
    };
    return [{ ...each.instance, className, geometry }];
  });
}

function readResults(
  results: readonly JsonRecord[],
  known: ImageSize | undefined,
  at: string,
  path: string,
  predicted: number | undefined,
  report: TransferReport,
): readonly NeutralInstance[] {
  const byId = new Map<string, JsonRecord[]>();
  for (const result of results) {
    const id = String(result['id']);
    byId.set(id, [...(byId.get(id) ?? []), result]);
  }
  const groups = groupsOf(results);
  const shapes = results.flatMap(
    (result, index): { readonly result: JsonRecord; readonly instance: NeutralInstance }[] => {
      const type = String(result['type']);
      if (!shapeType.test(type)) return [];
      const place = `${at}.result[${index}]`;
      const value = isRecord(result['value']) ? result['value'] : {};
      const own = texts(value[type]);
      const same = byId.get(String(result['id']))!;
      // A shape without labels is labelled by another result of the same id.
      const labels =
        own.length > 0 || type.endsWith('labels')
          ? own
          : texts(
              same
                .map(each => (isRecord(each['value']) ? each['value']['labels'] : undefined))
                .find(each => each !== undefined),
            );
      if (
        type.endsWith('labels') === false &&
        same.some(each => each !== result && String(each['type']) === `${type}labels`)
      )
        return [];
      const region: Region = {
        place,
        type,
        value,
        labels,
        width: numberAt(result['original_width'] ?? known?.width, path, `${place}.original_width`),
        height: numberAt(result['original_height'] ?? known?.height, path, `${place}.original_height`),
      };
      const geometry = regionGeometry(region, path);
      if (geometry === undefined) return [];
      const score = typeof result['score'] === 'number' ? result['score'] : predicted;
      const groupId = groups.get(String(result['id']));
      return [
        {
          result,
          instance: {
            className: labels[0] ?? '',
            geometry,
            attributes: valuesOf(same.filter(each => !shapeType.test(String(each['type'])))),
            fields: {
              ...(groupId === undefined ? {} : { groupId }),
              ...(score === undefined
                ? {}
                : { probability: Math.min(100, Math.max(0, Math.round(score * 100))), creationType: 'Prediction' }),
              source: { format: 'label-studio', id: result['id'] },
            },
          },
        },
      ];
    },
  );
  for (const {
    instance: { className },
    result,
  } of shapes) {
    const own = texts(isRecord(result['value']) ? result['value'][String(result['type'])] : undefined);
    if (own.length > 1)
      report.add(
        'further label of a region',
        {
          one: `was dropped; the region is of the class ${className}`,
          many: 'were dropped; the first label of each region is its class',
        },
        own.length - 1,
      );
  }
  const relations = results.filter(result => result['type'] === 'relation');
  report.add('relation', { one: 'was read as a group', many: 'were read as groups' }, relations.length);
  report.add('label of a relation', dropped, relations.flatMap(each => texts(each['labels'])).length);
  const shaped = new Set(shapes.map(each => String(each.result['id'])));
  const tags = results
    .filter(
      result =>
        !shapeType.test(String(result['type'])) && !shaped.has(String(result['id'])) && result['type'] !== 'relation',
    )
    .flatMap((result): NeutralInstance[] => {
      const attributes = valuesOf([result]);
      if (Object.keys(attributes).length === 0)
        return (
          report.add(`${String(result['type'])} result`, {
            one: 'has no place in an image project',
            many: 'have no place in an image project',
          }),
          []
        );
      return [{ className: String(result['from_name']), geometry: { type: 'tag' }, attributes }];
    });
  return [...joinKeypoints(shapes, results), ...tags];
}

/** The picture of a task: the first value of its data that names one, without what the upload put before. */
function pictureOf(data: JsonRecord): ReturnType<typeof imagePlace> | undefined {
  const values = [data['image'], ...Object.values(data)].filter((value): value is string => typeof value === 'string');
  const named =
    values.find(value => hasPictureEnding(value.split(/[?#]/)[0]!)) ??
    (typeof data['image'] === 'string' ? data['image'] : undefined);
  if (named === undefined) return undefined;
  const local = /[?&]d=([^&]+)/.exec(named)?.[1] ?? named.split(/[?#]/)[0]!;
  const path = safeDecode(local).replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*\//i, '');
  // Only what follows the layout directories counts as a folder, and uploads have none.
  const { name, folder, wide } = imagePlace(path.replace(/^.*\/upload\/\d+\//, ''));
  const isAddress = /^(?:https?|s3|gs|azure-blob):/i.test(named) || named.includes('/upload/');
  return {
    name: name.replace(/^[0-9a-f]{8}-(?=.+\.)/i, ''),
    folder: isAddress ? '' : folder,
    wide: isAddress ? '' : wide,
  };
}

const safeDecode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const hasSize = (result: JsonRecord): boolean =>
  Number.isInteger(result['original_width']) && Number.isInteger(result['original_height']);

/**
 * Reads one task. `known` is the size of its image where the results do not say it.
 * @throws ExchangeError naming the field
 */
export function readTask(
  task: JsonRecord,
  at: string,
  path: string,
  report: TransferReport,
  known?: ImageSize,
): NeutralDocument {
  const place = pictureOf(isRecord(task['data']) ? task['data'] : {}) ?? { name: '', folder: '' };
  const annotations = recordsOf(task['annotations']);
  const index = annotations.findIndex(each => each['was_cancelled'] !== true);
  const prediction = index < 0 ? recordsOf(task['predictions'])[0] : undefined;
  const chosen = annotations[index] ?? prediction;
  const results = recordsOf(chosen?.['result']);
  const score =
    prediction === undefined ? undefined : typeof prediction['score'] === 'number' ? prediction['score'] : 1;
  const size = results.find(hasSize);
  const name = prediction === undefined ? `annotations[${Math.max(0, index)}]` : 'predictions[0]';
  return {
    path: `${path} ${at}`,
    ...place,
    ...(size === undefined
      ? (known ?? {})
      : { width: Number(size['original_width']), height: Number(size['original_height']) }),
    instances: readResults(results, known, `${at}.${name}`, path, score, report),
  };
}

/** Reads task lists of Label Studio. */
export async function readLabelStudio(files: readonly ForeignFile[], report: TransferReport): Promise<ForeignSet> {
  const documents: ForeignDocument[] = [];
  const labels = new Map<string, ForeignLabel>();
  const results: (readonly JsonRecord[])[] = [];
  for (const file of files.filter(each => each.path.toLowerCase().endsWith('.json'))) {
    const json = parseJson(await textOf(file), file.path);
    if (!isLabelStudio(json)) continue;
    recordsOf(json).forEach((task, index) => {
      const place = pictureOf(isRecord(task['data']) ? task['data'] : {});
      if (place === undefined) return report.problem(`${file.path} [${index}]`, 'names no picture in its data');
      results.push(resultsOf(task));
      const shapes = resultsOf(task).filter(result => shapeType.test(String(result['type'])));
      const isSized = shapes.every(hasSize);
      // A task that cannot be read without its image names its classes here.
      if (!isSized)
        for (const result of shapes)
          for (const name of texts(isRecord(result['value']) ? result['value'][String(result['type'])] : undefined))
            labels.set(name, { name });
      const cancelled = recordsOf(task['annotations']).filter(each => each['was_cancelled'] !== true).length - 1;
      if (cancelled > 0)
        report.add(
          'further annotation of a task',
          { one: 'was left out; the first counts', many: 'were left out; the first of each task counts' },
          cancelled,
        );
      documents.push({
        path: `${file.path} [${index}] ${place.name}`,
        ...place,
        ...(isSized ? {} : { needsSize: true as const }),
        read: size => Promise.resolve().then(() => readTask(task, `[${index}]`, file.path, report, size)),
      });
    });
  }
  return { labels: [...labels.values(), ...choiceLabels(results)], documents };
}
