import type { NamedClass } from '../query/query-schema.ts';
import type { PhraseReader } from './phrase-reader.ts';
import { written } from './phrase-reader.ts';

export type ScopeName = 'instance' | 'tag' | 'relationship' | 'event' | 'entity';

/** Words for the shapes of objects: the type in queries. */
const TYPES: readonly (readonly [phrases: string, type: string])[] = [
  ['rotated box|rotated boxes|rotated bounding boxes|rotated bounding box', 'rbbox'],
  ['box|boxes|bounding box|bounding boxes|bbox|bboxes|rectangle|rectangles', 'bbox'],
  ['polygon|polygons', 'polygon'],
  ['polyline|polylines|line|lines', 'polyline'],
  ['point|points|keypoint|keypoints', 'point'],
  ['ellipse|ellipses', 'ellipse'],
  ['cuboid|cuboids', 'cuboid'],
  ['mask|masks', 'mask'],
  ['skeleton|skeletons|template|templates', 'template'],
];
/** Words for the objects that a model proposed. */
export const PREDICTIONS = 'prediction|predictions|model predictions';
const GENERIC = 'instance|instances|object|objects|annotation|annotations|label|labels|shape|shapes';
const SCOPES: readonly (readonly [phrases: string, scope: ScopeName])[] = [
  ['tag|tags', 'tag'],
  ['event|events', 'event'],
  ['entity|entities', 'entity'],
  ['relationship|relationships|relation|relations', 'relationship'],
];

/** Adjectives of size. The bounds of small and large objects are those of COCO, in square pixels. */
const SIZES: readonly (readonly [string, string])[] = [
  ['very small|tiny', 'area < 100'],
  ['small', 'area < 1024'],
  ['large|big', 'area > 9216'],
];
export const ADJECTIVES: readonly (readonly [string, string])[] = [
  ...SIZES,
  ['disapproved|rejected', 'approval = disapproved'],
  ['approved|accepted', 'approval = approved'],
  ['pre annotated|preannotated|prelabelled|prelabeled|pre labelled', 'creationType = Preannotation'],
  ['predicted', 'creationType = Prediction'],
  ['manual|manually drawn|hand drawn', 'creationType = Manual'],
  ['locked', 'locked = true'],
  ['hidden|invisible', 'visible = false'],
  ['self intersecting|self crossing', 'selfIntersecting = true'],
];

/** Noun for one kind of object. */
export interface ObjectNoun {
  readonly scope: ScopeName;
  readonly classes: readonly string[];
  readonly type: string | undefined;
  readonly conditions: readonly string[];
}

/** Returns the scope of the annotations of a class. */
export const scopeOf = ({ type }: NamedClass): ScopeName =>
  type === 2 ? 'tag' : type === 3 ? 'relationship' : 'instance';

/** One noun with its adjectives; undefined when no object is named. */
export function readNoun(reader: PhraseReader): ObjectNoun | undefined {
  const conditions: string[] = [];
  for (;;) {
    const own = reader.attempt(() => {
      const adjective = ADJECTIVES.find(([phrases]) => reader.sees(phrases));
      if (adjective !== undefined) {
        reader.take(adjective[0]);
        return adjective[1];
      }
      // A name of a class before a noun is that class, not an attribute of the same name.
      if (reader.attempt(() => reader.className()) !== undefined) return undefined;
      return readAttribute(reader);
    });
    if (own === undefined) break;
    conditions.push(own);
    reader.take(',');
  }
  const named = reader.className();
  const type = typeOf(reader);
  if (named === undefined && type === undefined && reader.take(PREDICTIONS) !== undefined) {
    const of = reader.attempt(() => (reader.take('of|for') === undefined ? undefined : reader.className()));
    return {
      scope: 'instance',
      classes: of === undefined ? [] : [of.name],
      type: undefined,
      conditions: [...conditions, 'creationType = Prediction'],
    };
  }
  if (named !== undefined) {
    if (type === undefined) reader.take(GENERIC);
    return { scope: scopeOf(named), classes: [named.name], type, conditions };
  }
  if (type !== undefined) return { scope: 'instance', classes: [], type, conditions };
  if (reader.take(GENERIC) !== undefined) return { scope: 'instance', classes: [], type: undefined, conditions };
  const scope = SCOPES.find(([phrases]) => reader.take(phrases) !== undefined)?.[1];
  return scope === undefined ? undefined : { scope, classes: [], type: undefined, conditions };
}

/** Takes the word for a shape and returns its type. */
export function typeOf(reader: PhraseReader): string | undefined {
  return TYPES.find(([phrases]) => reader.take(phrases) !== undefined)?.[1];
}

/** An attribute of objects, as an adjective. */
function readAttribute(reader: PhraseReader): string | undefined {
  const attributes = reader.schema.classes.flatMap(each => each.groups).flatMap(each => each.attributes);
  // Only before a noun: the reader is put back otherwise.
  if (reader.now?.quoted === true) return undefined;
  const found = exactly(reader, attributes);
  return found === undefined ? undefined : `attributes.name = ${written(found)}`;
}

/** The name of an attribute as it is written, never in the plural. */
export function exactly(reader: PhraseReader, names: readonly { readonly name: string }[]): string | undefined {
  const { at } = reader;
  const found = reader.name(names);
  if (found === undefined) return undefined;
  const said = reader.words.slice(at, reader.at).map(each => each.lower);
  if (said.join(' ') === found.name.toLowerCase().replaceAll(/[-_]/g, ' ')) return found.name;
  reader.at = at;
  return undefined;
}
