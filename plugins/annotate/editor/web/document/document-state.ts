import { ref } from 'valtio';
import type { Fault } from '#core/base/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type {
  AnnotationDocument,
  Edit,
  EditConflict,
  OpenedItem,
  Saved,
} from '#plugins/annotate/annotations/common/index.ts';
import type { EditorItem } from '../kit/editor-type.ts';
import type { SaveState } from './save-queue.ts';

/** Services for the document. */
export interface DocumentPorts {
  save(save: {
    readonly op: string;
    readonly base: number;
    readonly data: AnnotationDocument;
    /** The edits since `base`. */
    readonly edits: readonly Edit[];
    /** Nothing but the edits sets `data` apart from what is stored as `base`. */
    readonly isEdited: boolean;
  }): Promise<Saved>;
  /** The item as it is on the server now. */
  reload(): Promise<OpenedItem>;
  /** The server has stored this revision: a save of the document, or one of others that leaves nothing of it unsaved. */
  storedAs(revision: number): void;
  /** A save was refused with 403 or 404. */
  refused(fault: Fault): void;
  /** Why the document must not be stored as it is, by the scripts of its form. */
  refusal(): Promise<string | undefined>;
  /** The first save moves an item on. */
  statusChanged(status: number): void;
  notify(text: string, tone?: 'info' | 'error'): void;
}

/** State of the document for React; written by the document only. */
export interface DocumentState {
  save: SaveState;
  /** Of the item as the person knows it, and as the saves of this document left it since. */
  status: number;
  /** A move from this status is queued: what others do to the item does not change it. */
  statusHeld: boolean;
  /** Why nothing can be changed; undefined when it can. */
  readOnly: string | undefined;
  /** Comments may be written, be the rest read-only or not. */
  mayComment: boolean;
  classes: readonly AnnotationClass[];
  activeClassId: number | undefined;
  /** Entries that somebody else changed as well; a person chooses. */
  conflicts: readonly EditConflict[] | undefined;
  /** A newer revision than ours was stored elsewhere. */
  elsewhere: { readonly revision: number; readonly by: string | undefined } | undefined;
  /** Edits that the last session had left in the journal. */
  recovered: number;
  /** This browser could not write the journal; unsaved work lives in this tab only. */
  unwritten: boolean;
}

/**
 * True when a save, and nobody else, moved the item on from a status. The answer of an earlier attempt may have been
 * lost.
 */
export const isOwnMove = (saved: Saved, from: number, { status }: OpenedItem): boolean =>
  saved.status_before === from || (saved.replayed === true && saved.status === status.after_save);

/** The state of an item that was just opened. */
export const openingState = ({ item, readOnly, mayComment, classes }: OpenedItem): DocumentState => ({
  save: { kind: 'saved', at: undefined },
  status: item.annotation_status,
  statusHeld: false,
  readOnly: readOnly ?? undefined,
  mayComment,
  classes: ref(classes),
  activeClassId: classes.find(each => each.type === ClassType.Object)?.id,
  conflicts: undefined,
  elsewhere: undefined,
  recovered: 0,
  unwritten: false,
});

/** The item of an opened document, with the size of its picture when that is known. */
export function editorItemOf({ item, asset }: OpenedItem): EditorItem {
  return {
    id: item.id,
    name: item.name,
    url: asset.url ?? '',
    ...(asset.width === null || asset.height === null ? {} : { width: asset.width, height: asset.height }),
  };
}
