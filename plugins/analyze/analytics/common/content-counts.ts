import { isRecord } from '#plugins/annotate/annotations/common/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Objects of one item that share everything analytics breaks them down by. */
export interface ObjectCount {
  /** -1: no class. */
  readonly class_id: number;
  /** In lower case, such as `bbox`. */
  readonly type: string;
  /** E-mail of the person who made them, in lower case; empty when it is not known. */
  readonly email: string;
  /** `Manual`, `Prediction` or `Preannotation`. */
  readonly creation: string;
  /** Day on which they were made, `YYYY-MM-DD` in UTC; undefined when it is not known. */
  readonly made_on: string | undefined;
  readonly objects: number;
  /** Number of them that a reviewer disapproved, and approved. */
  readonly disapproved: number;
  readonly approved: number;
}

/** Answers to one attribute group at objects that one person made in an item. */
export interface AnswerCount {
  /** E-mail of the person who made the objects, in lower case; empty when it is not known. */
  readonly email: string;
  readonly class_id: number;
  readonly group_id: number;
  /** Id of the chosen value; 0 for numbers and texts. */
  readonly value_id: number;
  readonly answers: number;
}

/** Disapproved objects of one item whose reviewer gave the same reason. */
export interface ReasonCount {
  /** E-mail of the person who made the objects, in lower case; empty when it is not known. */
  readonly email: string;
  readonly reviewer: string;
  /** The first message of the thread at the object, at most 200 characters. */
  readonly reason: string;
  readonly objects: number;
}

export interface ContentCounts {
  readonly objects: readonly ObjectCount[];
  readonly answers: readonly AnswerCount[];
  readonly reasons: readonly ReasonCount[];
}

/** Largest number of the database's integer columns. */
const MOST = 2 ** 31 - 1;
const isId = (value: unknown): value is number => Number.isInteger(value) && Math.abs(value as number) <= MOST;

/** Longest reason that is kept, in characters. */
const LONGEST_REASON = 200;

/**
 * Counts the objects of an annotation document, the answers they carry and why they were disapproved. Comments are
 * not objects.
 */
export function contentCounts(instances: readonly unknown[], comments: readonly unknown[] = []): ContentCounts {
  const objects = new Map<string, ObjectCount>();
  const answers = new Map<string, AnswerCount>();
  for (const instance of instances) {
    const each = isRecord(instance) ? facts(instance) : {};
    if (each['type'] === 'comment') continue;
    const count = objectCount(each);
    const key = [count.class_id, count.type, count.email, count.creation, count.made_on].join('\n');
    const known = objects.get(key);
    objects.set(
      key,
      known === undefined
        ? count
        : {
            ...count,
            objects: known.objects + 1,
            disapproved: known.disapproved + count.disapproved,
            approved: known.approved + count.approved,
          },
    );
    for (const answer of answersOf(count, each['attributes'])) {
      const place = `${answer.class_id} ${answer.group_id} ${answer.value_id} ${answer.email}`;
      answers.set(place, { ...answer, answers: (answers.get(place)?.answers ?? 0) + 1 });
    }
  }
  return { objects: [...objects.values()], answers: [...answers.values()], reasons: reasonsOf(instances, comments) };
}

function reasonsOf(instances: readonly unknown[], comments: readonly unknown[]): readonly ReasonCount[] {
  if (comments.length === 0) return [];
  const disapproved = new Map(
    instances
      .filter(isRecord)
      .map(facts)
      .filter(each => each['error'] === true)
      .map(each => [each['id'], emailOf(each['createdBy'])]),
  );
  const reasons = new Map<string, ReasonCount>();
  for (const comment of comments.filter(isRecord)) {
    const email = disapproved.get(comment['instanceId']);
    const first = Array.isArray(comment['correspondence']) ? comment['correspondence'][0] : undefined;
    if (email === undefined || !isRecord(first) || typeof first['text'] !== 'string') continue;
    // What the author of an object says of it is no reason of a reviewer.
    const reviewer = emailOf(first);
    if (reviewer === email) continue;
    const reason = [...first['text'].trim()].slice(0, LONGEST_REASON).join('');
    const key = [email, reviewer, reason].join('\n');
    const objects = (reasons.get(key)?.objects ?? 0) + 1;
    if (reason !== '') reasons.set(key, { email, reviewer, reason, objects });
  }
  return [...reasons.values()];
}

const emailOf = (person: unknown): string =>
  isRecord(person) && typeof person['email'] === 'string' ? person['email'].toLowerCase() : '';

/** The fields of an instance; those of a video lie one level deeper. */
const facts = (instance: Fields): Fields =>
  isRecord(instance['meta'])
    ? { ...instance, ...instance['meta'], attributes: instance['meta']['attributes'] ?? instance['attributes'] }
    : instance;

function objectCount(each: Fields): ObjectCount {
  const email = emailOf(each['createdBy']);
  const creation = each['creationType'];
  return {
    class_id: isId(each['classId']) ? each['classId'] : -1,
    type: typeof each['type'] === 'string' && each['type'] !== '' ? each['type'].toLowerCase() : 'mask',
    email,
    creation: typeof creation === 'string' ? creation : 'Manual',
    made_on: dayOf(each['createdAt']),
    objects: 1,
    disapproved: each['error'] === true ? 1 : 0,
    approved: each['error'] === false ? 1 : 0,
  };
}

/** Times as the server writes them, in UTC: reading each one as a date takes longer than all the rest. */
const WRITTEN = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?Z$/;

function dayOf(value: unknown): string | undefined {
  if (typeof value === 'string' && WRITTEN.test(value)) return value.slice(0, 10);
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  const day = Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, 10);
  return day !== undefined && /^\d{4}-/.test(day) ? day : undefined;
}

function answersOf({ class_id, email }: ObjectCount, attributes: unknown): readonly AnswerCount[] {
  const entries = (Array.isArray(attributes) ? attributes : []).filter(isRecord);
  return entries.flatMap(({ groupId, id }) =>
    isId(groupId) ? [{ class_id, group_id: groupId, value_id: isId(id) ? id : 0, email, answers: 1 }] : [],
  );
}
