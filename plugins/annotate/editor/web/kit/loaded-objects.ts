import type {
  ObjectCell,
  ObjectCellView,
  ObjectEntry,
  PlacedObject,
} from '#plugins/annotate/annotations/common/index.ts';

/** Filter of the list of objects of a large document. */
export interface ObjectListQuery {
  readonly class_id?: number;
  readonly review?: 'approved' | 'disapproved' | 'undecided';
  readonly search?: string;
  readonly after?: number;
  readonly limit?: number;
}

/**
 * The objects of a document so large that its scene holds a part of them: those in and around the view, and all that
 * were changed since it was opened.
 */
export interface LoadedObjects {
  /** Objects of the entire document, stored or not. */
  readonly count: number;
  /** The server is making the objects ready: none can be read yet, and nothing changed. */
  readonly preparing: boolean;
  /** So few objects are left that the scene holds all of them. */
  readonly complete: boolean;
  /** Objects of a cell as they are stored. */
  cell(cell: ObjectCell, signal: AbortSignal): Promise<ObjectCellView>;
  /** A page of the list of all stored objects. */
  list(
    query: ObjectListQuery,
    signal?: AbortSignal,
  ): Promise<{ readonly data: readonly ObjectEntry[]; readonly count: number }>;
  /**
   * Makes the scene hold these stored objects and no others, besides those that were changed, are selected or are
   * nowhere on the image.
   */
  show(objects: Iterable<PlacedObject>): void;
  /** Loads an object into the scene, wherever it is. False when it is gone. */
  find(id: string): Promise<boolean>;
  /** Calls `listener` when cells that were read before may hold old objects. Returns the way to stop. */
  onOutdated(listener: () => void): () => void;
}
