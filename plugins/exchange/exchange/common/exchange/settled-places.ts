import { hasCloudEnding, scanStem } from '../cloud/cloud-frames.ts';
import { hasPictureEnding, hasVideoEnding, stemOf } from './image-path.ts';

/** A file or document of a set by the path it has there. */
export interface PlacedThing {
  readonly name: string;
  readonly folder: string;
  /** The folder that keeps parts of the set apart; `folder` when absent. */
  readonly wide?: string;
}

const keyOf = (folder: string, name: string): string => `${folder}/${name}`.normalize('NFC');

/** True when things of different parts of a set have the same place without their parts. */
export function clash(things: readonly PlacedThing[]): boolean {
  const seen = new Map<string, string>();
  return things.some(({ name, folder, wide = folder }) => {
    const key = keyOf(folder, name);
    const other = seen.get(key);
    if (other === undefined) seen.set(key, wide);
    return other !== undefined && other !== wide;
  });
}

/** A part of a set by its plain name: tools write `train2017` and `train`, `val` and `valid`, for the same part. */
const plainPart = (wide: string): string =>
  wide
    .replace(/^(train|val|test)20\d\d\b/i, '$1')
    .replace(/^(?:valid|validation)\b/i, 'val')
    .toLowerCase();

/** Lists things under a key; a key of several things finds none of them. */
class UniqueIndex<T> {
  readonly #found = new Map<string, T | undefined>();

  add(key: string, thing: T): void {
    this.#found.set(key, this.#found.has(key) && this.#found.get(key) !== thing ? undefined : thing);
  }

  get(key: string): T | undefined {
    return this.#found.get(key);
  }
}

/**
 * Finds the file that belongs to a thing of another path: the one in the same directories, then in the same part of the
 * set, else the only one of that name. An exact name comes before one with another ending.
 */
export class Companions<T extends PlacedThing> {
  readonly #indices: readonly {
    readonly key: (thing: PlacedThing) => string;
    readonly index: UniqueIndex<T>;
    readonly askers: UniqueIndex<PlacedThing> | undefined;
  }[];

  /**
   * @param askers all things that files are looked for; one that shares its name gets a file of its own directories
   * only
   */
  constructor(files: readonly T[], askers: readonly PlacedThing[]) {
    const places: readonly ((thing: PlacedThing) => string)[] = [
      ({ folder, wide = folder }) => wide,
      ({ folder, wide = folder }) => plainPart(wide),
      ({ folder }) => folder,
      () => '*',
    ];
    const names: readonly ((thing: PlacedThing) => string)[] = [
      ({ name }) => name,
      ({ name }) =>
        hasPictureEnding(name) || hasVideoEnding(name) ? stemOf(name) : hasCloudEnding(name) ? scanStem(name) : name,
    ];
    this.#indices = places.flatMap((place, at) =>
      names.map(name => ({
        key: (thing: PlacedThing) => keyOf(place(thing), name(thing)),
        index: new UniqueIndex<T>(),
        askers: at === 0 ? undefined : new UniqueIndex<PlacedThing>(),
      })),
    );
    for (const { key, index, askers: ofAskers } of this.#indices) {
      for (const file of files) index.add(key(file), file);
      for (const asker of askers) ofAskers?.add(key(asker), asker);
    }
  }

  /** The file that belongs to a thing; undefined when there is none or it is not certain which. */
  of(thing: PlacedThing): T | undefined {
    for (const { key, index, askers } of this.#indices) {
      const found = index.get(key(thing));
      if (found !== undefined && (askers === undefined || askers.get(key(thing)) === thing)) return found;
    }
    return undefined;
  }
}
