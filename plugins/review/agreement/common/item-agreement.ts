import type { AnnotationDocument, Instance } from '#plugins/annotate/annotations/common/index.ts';
import { boundsOf } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Answers } from './answers.ts';
import type { GroupTypeOf } from './instance-answers.ts';
import { instanceAnswers } from './instance-answers.ts';
import type { Piece, Thing } from './pieces.ts';
import { gatherPieces } from './pieces.ts';
import { f1, meanOf, pairsOf } from './statistics/matching.ts';
import type { Rings } from './statistics/region-overlap.ts';
import { regionOverlap } from './statistics/region-overlap.ts';
import type { LabelledSpan } from './statistics/span-agreement.ts';
import { spanF1, spanOverlap } from './statistics/span-agreement.ts';
import { listLikeness, valueLikeness } from './value-likeness.ts';

/** Work of one person on an item. */
export interface ItemWork {
  readonly email: string;
  readonly document: AnnotationDocument;
}

/** Something in the document of the person at that place. */
export interface PersonInstance {
  readonly person: number;
  readonly id: string;
}

/** Facts that are not in the documents. */
export interface InstanceLook {
  readonly groupTypeOf: GroupTypeOf;
  /** Returns the area of an instance, in pixels; without rings it has no area. */
  rings?(instance: Instance): Rings;
  /** Returns the overlap of two people's instances that are areas of a mask, as a share of their union, 0 to 1. */
  maskOverlap?(one: PersonInstance, other: PersonInstance): number;
}

/** Agreement of two people; undefined when neither made anything. */
export interface PairAgreement {
  readonly one: number;
  readonly other: number;
  readonly f1: number | undefined;
}

/** Agreement of people about one item. */
export interface ItemAgreement {
  /** The mean likeness of all pieces, 0 to 1; undefined when nobody made anything. */
  readonly score: number | undefined;
  /**
   * Mean F1 of all pairs of people: spans that are exactly the same, other things that are taken for the same, however
   * alike.
   */
  readonly f1: number | undefined;
  /** The same of each pair of people, named by their order. */
  readonly pairs: readonly PairAgreement[];
  readonly pieces: readonly Piece[];
  readonly answers: readonly Answers[];
}

interface Made extends Thing {
  readonly person: number;
  readonly instance: Instance;
  readonly rings: Rings;
}

/** Things that are the same by what they answer stay one piece, however different the answers are. */
const SOME = 1e-9;

/** Brings together what people made of one item, and measures how alike it is. */
export function itemAgreement(works: readonly ItemWork[], look: InstanceLook): ItemAgreement {
  const people = works.map(({ document }, person) => {
    const byId = new Map(document.instances.map(instance => [instance.id, instance]));
    return document.instances.map(instance => made(instance, person, look, byId));
  });
  const pieces = gatherPieces(people, (one, other) => likenessOf(one, other, look));
  const spans = people.map(list =>
    list.flatMap(({ instance, label }) => (instance.type === 'entity' ? [spanOf(instance, label)] : [])),
  );
  const isText = spans.some(list => list.length > 0);
  const pairs = pairsOf([...people.keys()]).map(([one, other]) => ({
    one,
    other,
    f1: isText
      ? spanF1(spans[one]!, spans[other]!)
      : f1(
          people[one]!.length,
          people[other]!.length,
          pieces.filter(({ things }) => things[one] !== undefined && things[other] !== undefined).length,
        ),
  }));
  return {
    score: meanOf(pieces.map(each => each.likeness)),
    f1: meanOf(pairs.flatMap(pair => pair.f1 ?? [])),
    pairs,
    pieces,
    answers: instanceAnswers(
      works.map(({ document }) => document.instances),
      look.groupTypeOf,
    ),
  };
}

function made(instance: Instance, person: number, look: InstanceLook, byId: ReadonlyMap<string, Instance>): Made {
  const label = instance.className ?? '';
  const thing = { id: instance.id, label, person, instance };
  const path = instance['element_path'];
  if (path !== undefined) return { ...thing, rings: [], bucket: `value ${JSON.stringify(path)}`, from: 0, to: 0 };
  if (instance.type === 'entity')
    return {
      ...thing,
      rings: [],
      bucket: `entity ${label}`,
      from: Number(instance['start']),
      to: Number(instance['end']),
    };
  if (instance.type === 'relationship')
    return {
      ...thing,
      rings: [],
      bucket: `relationship ${label} ${[instance['from'], instance['to']].map(id => endOf(byId.get(String(id)))).join(' ')}`,
      from: 0,
      to: 0,
    };
  if (instance.type === 'tag') return { ...thing, rings: [], bucket: `tag ${label}`, from: 0, to: 0 };
  if (Array.isArray(instance['parts'])) return { ...thing, rings: [], bucket: `parts ${label}`, from: 0, to: 0 };
  const rings = look.rings?.(instance) ?? [];
  if (rings.length === 0)
    return { ...thing, rings, bucket: `${instance.type} ${label} ${shapeOf(instance)}`, from: 0, to: 0 };
  const { minX, maxX } = boundsOf(...rings);
  return { ...thing, rings, bucket: `${instance.type} ${label}`, from: minX, to: maxX };
}

/** Of two things of one bucket. Lines, points and links have no area: those of one bucket are the same. */
function likenessOf(one: Made, other: Made, look: InstanceLook): number {
  const [a, b] = [one.instance, other.instance];
  if (a['element_path'] !== undefined) return Math.max(SOME, valueLikeness(a['value'], b['value']));
  if (a.type === 'entity') return spanOverlap(spanOf(a, one.label), spanOf(b, other.label));
  if (a.type === 'tag') return Math.max(SOME, sameAttributes(a, b));
  if (Array.isArray(a['parts'])) return look.maskOverlap?.(one, other) ?? 0;
  return one.rings.length > 0 ? regionOverlap(one.rings, other.rings) : 1;
}

/** Returns the text of one end of a link: ids are different in everybody's document. */
const endOf = (end: Instance | undefined): string =>
  end === undefined ? '' : `${end.className ?? ''} ${shapeOf(end)}`;

const spanOf = (instance: Instance, label: string): LabelledSpan => ({
  label,
  start: Number(instance['start']),
  end: Number(instance['end']),
});

/** Of the attribute values, whatever their order. */
function sameAttributes(one: Instance, other: Instance): number {
  const keys = ({ attributes }: Instance): string[] =>
    attributes.map(({ groupName, name }) => JSON.stringify([groupName, name]));
  return listLikeness(keys(one), keys(other));
}

/** Fields that say when, by whom and how surely something was made, and not what. */
const beside: ReadonlySet<string> = new Set([
  'id',
  'type',
  'classId',
  'className',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'creationType',
  'probability',
  'error',
  'visible',
  'locked',
  'attributes',
  'groupId',
  'trackingId',
]);

const shapeOf = (instance: Instance): string =>
  JSON.stringify(
    Object.entries(instance)
      .filter(([field]) => !beside.has(field))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
