import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { countInstanceLosses } from '../exchange/instance-losses.ts';
import { dropped } from '../transfer-report.ts';
import type { TransferReport } from '../transfer-report.ts';

/** An entity of a document with a class. Places in code points. */
export interface WrittenSpan {
  readonly instance: JsonRecord;
  readonly className: string;
  readonly start: number;
  readonly end: number;
}

/** A relationship between two entities that are written. */
export interface WrittenLink {
  readonly instance: JsonRecord;
  readonly className: string;
  readonly from: WrittenSpan;
  readonly to: WrittenSpan;
}

export interface WrittenText {
  readonly spans: readonly WrittenSpan[];
  readonly links: readonly WrittenLink[];
  /** Instances about the text as a whole. */
  readonly tags: readonly JsonRecord[];
}

const carried: ReadonlySet<string> = new Set(['start', 'end', 'from', 'to']);
const withGroup: ReadonlySet<string> = new Set([...carried, 'groupId']);
const withAttributes: ReadonlySet<string> = new Set();
const withoutAttributes: ReadonlySet<string> = new Set(['attributes']);

/**
 * The instances of a text document by kind. What cannot be written is counted, and what the target has no field for.
 *
 * @param keeps what the target has a place for beside spans and their classes; `groupsOf` is the format whose own
 * groups it writes back
 */
export function textInstances(
  document: JsonRecord,
  report: TransferReport,
  keeps: {
    readonly attributes?: boolean;
    readonly links?: boolean;
    readonly tags?: boolean;
    readonly groupsOf?: string;
  },
): WrittenText {
  const [spans, links, tags]: [WrittenSpan[], WrittenLink[], JsonRecord[]] = [[], [], []];
  const byId = new Map<unknown, WrittenSpan>();
  const count = (instance: JsonRecord): void =>
    countInstanceLosses(
      instance,
      keeps.groupsOf !== undefined && isRecord(instance['source']) && instance['source']['format'] === keeps.groupsOf
        ? withGroup
        : carried,
      report,
      keeps.attributes === true ? withAttributes : withoutAttributes,
    );
  const all = recordsOf(document['instances']);
  for (const instance of all.filter(each => each['type'] === 'entity')) {
    const { className, start, end } = instance;
    if (typeof className !== 'string')
      report.add('span', { one: 'without a class was dropped', many: 'without a class were dropped' });
    else if (!Number.isInteger(start) || !Number.isInteger(end) || Number(start) < 0 || Number(end) <= Number(start))
      report.add('broken span', dropped);
    else {
      count(instance);
      const span = { instance, className, start: Number(start), end: Number(end) };
      spans.push(span);
      byId.set(instance['id'], span);
    }
  }
  for (const instance of all.filter(each => each['type'] !== 'entity')) {
    const { type, className } = instance;
    if (type === 'tag') {
      if (keeps.tags !== true || typeof className !== 'string') report.add('tag instance', dropped);
      else tags.push(instance);
    } else if (type === 'relationship') {
      const [from, to] = [byId.get(instance['from']), byId.get(instance['to'])];
      if (keeps.links !== true || typeof className !== 'string' || from === undefined || to === undefined)
        report.add('relationship', dropped);
      else {
        count(instance);
        links.push({ instance, className, from, to });
      }
    } else report.add('instance', { one: 'of another kind was dropped', many: 'of other kinds were dropped' });
  }
  return { spans, links, tags };
}

/** Reason for an item whose text is not known. */
export const withoutText =
  'its text is not kept here, or its file gives another text today than when it was annotated, so it was left out';
