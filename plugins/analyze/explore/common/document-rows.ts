import { allAtOnce, stepping } from '#core/base/common/index.ts';
import type { Steps } from '#core/base/common/index.ts';
import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import { instanceFacts } from './instance-facts.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Rows of one annotation document that queries search: plain rows, named like the columns they are stored in. */
export interface DocumentRows {
  readonly instances: readonly Fields[];
  readonly comments: readonly Fields[];
  readonly components: readonly Fields[];
  readonly fact: Fields;
}

/** Microseconds in a second: the times of video documents. */
const MICRO = 1_000_000;

/**
 * Takes a document apart. `frame` is the size of the upright image in pixels. `unchanged` returns whether the row of an
 * entry at a place among the instances is there already; such rows are left out.
 */
export function* takingApart(
  document: AnnotationDocument,
  frame: { readonly width: number; readonly height: number } | undefined,
  unchanged: (entry: Fields, position: number) => boolean = () => false,
): Steps<DocumentRows> {
  const { metadata } = document;
  const entries = document.instances.map(
    each =>
      (isRecord(each['meta'])
        ? { ...each, ...each['meta'], attributes: each['meta']['attributes'] ?? each['attributes'], inVideo: true }
        : Array.isArray(each['parameters'])
          ? { ...each, inVideo: true }
          : each) as Fields,
  );
  const action = metadata.lastAction as unknown;
  const instances: Fields[] = [];
  yield* stepping(
    entries.filter(each => each['type'] !== 'comment'),
    (each, position) => {
      if (!unchanged(each, position)) instances.push(instanceRow(each, position, frame));
    },
  );
  return {
    instances,
    comments: [
      ...(document.comments as readonly unknown[] as readonly Fields[]),
      ...entries.filter(each => each['type'] === 'comment'),
    ].map(commentRow),
    components: componentRows(document),
    fact: {
      last_action_email: isRecord(action) ? text(action['email']) : undefined,
      last_action_at: isRecord(action) ? actionTime(action['timestamp']) : undefined,
      predicted: metadata['isPredicted'] === true || entries.some(each => each['creationType'] === 'Prediction'),
      duration: number(metadata['duration']) === undefined ? undefined : (metadata['duration'] as number) / MICRO,
      length: number(metadata['contentLength']),
      free_text: text(document['freeText']),
    },
  };
}

/** All of {@link takingApart} at once, with every row. */
export const documentRows = (
  document: AnnotationDocument,
  frame: { readonly width: number; readonly height: number } | undefined,
): DocumentRows => allAtOnce(takingApart(document, frame));

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
/** A point in time, in seconds or microseconds, that can be reckoned with. */
const moment = (value: unknown): number | undefined =>
  typeof value === 'number' && Math.abs(value) <= 1e18 ? value : undefined;
/** An id as the database's columns and casts hold it (int4). */
const isId = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= -(2 ** 31) && (value as number) < 2 ** 31;
const author = (value: unknown): Fields => (isRecord(value) ? value : {});

/** A time the database can keep. */
function time(value: unknown): string | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) || Math.abs(at) > 8e14 ? undefined : new Date(at).toISOString();
}

/** Older documents contain seconds. */
function actionTime(value: unknown): string | undefined {
  const at = number(value);
  if (at === undefined || at < 0 || at > 8e13) return undefined;
  return new Date(at < 100_000_000_000 ? at * 1000 : at).toISOString();
}

function instanceRow(
  each: Fields,
  position: number,
  frame: { readonly width: number; readonly height: number } | undefined,
): Fields {
  const { x, y, width, height, area, points, outOfBounds, selfIntersecting } = instanceFacts(each, frame);
  const type = text(each['type']) ?? 'mask';
  const scale = each['inVideo'] === true ? MICRO : 1;
  const [start, end] = [moment(each['start']), moment(each['end'])];
  const changed = each['creationType'] === 'Manual' || time(each['createdAt']) !== time(each['updatedAt']);
  return {
    position,
    key: text(each['id']),
    kind: kindOf(type),
    type: type.toLowerCase(),
    class_id: isId(each['classId']) ? each['classId'] : -1,
    attributes: attributeRows(each['attributes']),
    creation: text(each['creationType']),
    created_by: text(author(each['createdBy'])['email']),
    created_role: text(author(each['createdBy'])['role']),
    created_at: time(each['createdAt']),
    // What was uploaded or predicted has been updated only when somebody changed it since.
    updated_by: changed ? text(author(each['updatedBy'])['email']) : undefined,
    updated_role: changed ? text(author(each['updatedBy'])['role']) : undefined,
    updated_at: time(each['updatedAt']),
    probability: number(each['probability']),
    error: typeof each['error'] === 'boolean' ? each['error'] : undefined,
    locked: each['locked'] === true,
    visible: each['visible'] !== false,
    group_id: isId(each['groupId']) ? each['groupId'] : undefined,
    tracking_id: text(each['trackingId']),
    labels: isRecord(each['pointLabels']) ? text(Object.values(each['pointLabels']).join('\n')) : undefined,
    x,
    y,
    width,
    height,
    area,
    points,
    out_of_bounds: outOfBounds,
    self_intersecting: selfIntersecting,
    started: start === undefined ? undefined : start / scale,
    ended: end === undefined ? undefined : end / scale,
    text: text(each['text']) ?? ocrText(each['attributes']),
  };
}

function kindOf(type: string): string {
  return ['tag', 'relationship', 'event', 'entity'].includes(type) ? type : 'object';
}

function attributeRows(value: unknown): readonly Fields[] {
  return (Array.isArray(value) ? value : [])
    .filter(isRecord)
    .map(each => ({
      ...(isId(each['groupId']) ? { g: each['groupId'] } : {}),
      ...(isId(each['id']) ? { i: each['id'] } : {}),
      n: typeof each['name'] === 'number' ? each['name'] : String(each['name'] ?? ''),
    }));
}

/** Text that was read inside a shape. */
function ocrText(value: unknown): string | undefined {
  const entry = (Array.isArray(value) ? value : []).find(
    each => isRecord(each) && typeof each['groupName'] === 'string' && each['groupName'].toLowerCase() === 'ocr',
  );
  return isRecord(entry) ? text(entry['name']) : undefined;
}

function commentRow(each: Fields, position: number): Fields {
  const messages = (Array.isArray(each['correspondence']) ? each['correspondence'] : []).filter(isRecord);
  const first = messages[0] ?? {};
  return {
    position,
    text: messages.map(message => String(message['text'] ?? '')).join('\n'),
    resolved: each['resolved'] === true,
    created_by: text(author(each['createdBy'])['email']) ?? text(first['email']),
    created_at: time(each['createdAt']) ?? time(first['createdAt']),
  };
}

/** Values of form components: of the compact form, or of its instances. */
function componentRows(document: AnnotationDocument): readonly Fields[] {
  const rows: Fields[] = [];
  const add = (name: string, path: unknown, value: unknown): void => {
    const steps = Array.isArray(path) ? path.filter(isId) : [];
    const list = Array.isArray(value) ? value : [value];
    for (const each of list.length === 0 ? [undefined] : list) {
      const written =
        typeof each === 'string'
          ? each
          : each === undefined || each === null
            ? ''
            : typeof each === 'object'
              ? JSON.stringify(each)
              : String(each);
      rows.push({
        name,
        row_number: steps.at(-1) ?? 0,
        text: written === '' ? undefined : written,
        number: number(each),
        length: [...written].length,
        is_empty: written === '',
      });
    }
  };
  if (isRecord(document['data'])) {
    for (const [name, entries] of Object.entries(document['data'])) {
      for (const entry of Array.isArray(entries) ? entries : [entries]) {
        if (isRecord(entry) && 'value' in entry) add(name, entry['element_path'], entry['value']);
      }
    }
  } else {
    for (const each of document.instances) {
      if (!Array.isArray(each['element_path'])) continue;
      add(
        String(each['component_id'] ?? each.className ?? ''),
        each['element_path'],
        each.attributes.length === 0 ? undefined : each.attributes.map(entry => entry.name),
      );
    }
  }
  return rows;
}
