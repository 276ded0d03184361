import type { RawBuilder } from 'kysely';
import type { Fault } from '#core/base/common/index.ts';
import { KeyedHooks, NoticeHook, QuestionHook, RevisionHook, StageHook } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { FieldSource } from '#core/data/server/index.ts';
import type { ItemChangeKind } from './changing/item-change.ts';
import type { CopyOrMoveFinding, MissingChoice } from '../common/copy-or-move-api.ts';
import type { RefusedItems } from '../common/change-outcome.ts';
import type { ItemSummary } from '../common/item-summary.ts';
import type { ItemCategory } from '../common/item.ts';
import type { ProjectStatuses } from '../common/item-status.ts';
import type { FolderRow, ItemRow } from './items-tables.ts';

export type { ItemRow };

/** A move of one item from a status to another. */
export interface StatusChange {
  readonly item: ItemRow;
  readonly from: number;
  readonly to: number;
  /** Somebody asked for this status; absent where it follows from other work, such as a save, that must not be lost. */
  readonly requested?: boolean;
}

/** A value of an item before and after a change; the item is as it was before. */
export interface ValueChange {
  readonly item: ItemRow;
  readonly before: unknown;
  readonly after: unknown;
}

/** A folder before and after a change; it was made where `before` is absent, and deleted where `after` is. */
export type FolderChange =
  | { readonly before?: undefined; readonly after: FolderRow }
  | { readonly before: FolderRow; readonly after?: FolderRow };

/** Something that must be finished before an item moves on; `where` names the instance or component it is about. */
export interface ConstraintFinding {
  readonly message: string;
  readonly where?: string;
}

/** Items that became the work of one person. */
export interface NewAssignments {
  readonly projectId: number;
  readonly email: string;
  readonly itemIds: readonly number[];
}

/** A file that a client put into object storage under a key, before it says which item it belongs to. */
export interface UploadedFile {
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
  readonly mime: string;
  /** The smaller pictures that came beside it. */
  readonly loresHash?: string;
  readonly thumbnailHash?: string;
  /** Their type; image/webp when absent. */
  readonly smallMime?: string;
}

/** A file that came whole and is not kept yet. */
export interface ReceivedFile {
  /** Path on this machine. */
  readonly path: string;
  readonly name: string;
}

/** Size of a picture or video in pixels, as shown; null where a file has none. */
export interface FileSize {
  readonly width: number | null;
  readonly height: number | null;
}

/** An item that becomes like another one. */
export interface CopiedPair {
  readonly source: number;
  readonly target: number;
  /** The target was there before: what it had is replaced, also by nothing. */
  readonly replaced: boolean;
}

/** Data that is copied from items to others, of the same project or of another one of its type. */
export interface ItemCopying {
  /** The project of the targets. */
  readonly projectId: number;
  /** The project of the sources; the same one unless items cross over. */
  readonly sourceProjectId: number;
  readonly pairs: readonly CopiedPair[];
  /** Handling of annotations for which the target project has no class or attribute. */
  readonly missing: MissingChoice;
  /** Takes note of something that did not go along, for the person who asked. */
  readonly leaveOut: (what: RefusedItems) => void;
}

/** Items that are about to move from a project to another one of the same type and team. */
export interface CrossProjectCopy {
  readonly sourceProjectId: number;
  readonly projectId: number;
  readonly items: readonly ItemRow[];
  /** True when annotations, categories and metadata are copied too; bare items go otherwise. */
  readonly annotations: boolean;
}

/** Hooks of other plugins into items. */
export class ItemsHooks {
  /** The kinds of changes that can be made to many items at once, and undone, by their names (`category`). */
  readonly changing = new KeyedHooks(
    (kind: string) =>
      new QuestionHook<[context: RequestContext, projectId: number], ItemChangeKind>(`items.changing.${kind}`),
  );
  /** Before an uploaded file is kept, by the word of its kind (`video`): its size. A fault refuses it. */
  readonly examining = new KeyedHooks(
    (word: string) => new RevisionHook<ReceivedFile, FileSize>(`items.examining.${word}`),
  );
  /** Inside the transaction in which a file measured by `examining` became that of an item, by the same word. */
  readonly received = new KeyedHooks(
    (word: string) => new StageHook<[context: RequestContext, item: ItemRow]>(`items.received.${word}`),
  );
  /** Before somebody opens an item; a Fault refuses. */
  readonly opening = new QuestionHook<[context: RequestContext, item: ItemRow], Fault>('items.opening');
  /** Lets somebody who may not set every status make this one change; `true` lets, no answer refuses. */
  readonly statusPermitting = new QuestionHook<[context: RequestContext, change: StatusChange], true>(
    'items.statusPermitting',
  );
  /** Returns the kinds of constraints (`required_attributes`) that the caller has to meet for a permitted change. */
  readonly statusConstraints = new QuestionHook<[context: RequestContext, change: StatusChange], readonly string[]>(
    'items.statusConstraints',
  );
  /** Before a permitted change; a Fault refuses (constraints of a transition). */
  readonly statusChanging = new QuestionHook<[context: RequestContext, change: StatusChange], Fault>(
    'items.statusChanging',
  );
  /**
   * Returns what an item lacks to pass a transition, by the kind of the constraint (`required_attributes`); who knows
   * the item's content adds findings. Stays undefined when no plugin checks the kind.
   */
  readonly constraining = new KeyedHooks(
    (kind: string) =>
      new RevisionHook<
        RequestContext,
        readonly ConstraintFinding[] | undefined,
        [item: ItemRow, constraint: Readonly<Record<string, unknown>>]
      >(`items.constraining.${kind}`),
  );
  /** Returns the status of an item after its first saved edit; the answer's own status means it stays. */
  readonly starting = new RevisionHook<RequestContext, number, [item: ItemRow]>('items.starting');
  /** Inside the transaction in which items of one project were made: uploaded, attached, imported or copied. */
  readonly created = new StageHook<[context: RequestContext, projectId: number, items: readonly ItemRow[]]>(
    'items.created',
  );
  /**
   * Inside the transaction in which values of items of one project changed, by the kind of change (`approval`); not for
   * statuses.
   */
  readonly valuesChanged = new KeyedHooks(
    (kind: string) =>
      new StageHook<[context: RequestContext, projectId: number, changes: readonly ValueChange[]]>(
        `items.valuesChanged.${kind}`,
      ),
  );
  /**
   * Inside the transaction in which items of one project, one or a thousand, changed their status; a fault rolls it
   * back.
   */
  readonly statusChanged = new StageHook<[context: RequestContext, changes: readonly StatusChange[]]>(
    'items.statusChanged',
  );
  /** Before the transaction in which somebody changes statuses: loads what cannot be read inside it. */
  readonly statusesPreparing = new StageHook<[context: RequestContext, projectId: number]>('items.statusesPreparing');
  /**
   * After all of `statusChanged`, inside the same transaction: makes the changes that follow. `ItemsRefused` refuses
   * some items, and the others are changed without them.
   */
  readonly statusFollowing = new StageHook<[context: RequestContext, changes: readonly StatusChange[]]>(
    'items.statusFollowing',
  );
  /** Inside the transaction in which a folder beside the root was made, renamed, given another status or deleted. */
  readonly folderChanged = new StageHook<[context: RequestContext, change: FolderChange]>('items.folderChanged');
  /** Inside the transaction in which somebody assigned items to a person, or the person requested them. */
  readonly assigned = new StageHook<[context: RequestContext, assignments: NewAssignments]>('items.assigned');
  /** Inside the transaction, before all items of a project in some statuses go to others (status to status). */
  readonly statusesMigrating = new StageHook<
    [context: RequestContext, projectId: number, moves: ReadonlyMap<number, number>]
  >('items.statusesMigrating');
  /** After the transaction of any change to items of a project; `itemIds` may be many. */
  readonly committed = new NoticeHook<
    [context: RequestContext, change: { readonly projectId: number; readonly itemIds: readonly number[] }]
  >('items.committed');
  /** Inside the transaction, before items are marked as deleted. */
  readonly deleting = new StageHook<[context: RequestContext, items: readonly ItemRow[]]>('items.deleting');
  /** Statuses whose items the caller's role sees; undefined means all. */
  readonly visibleStatuses = new RevisionHook<RequestContext, readonly number[] | undefined, [projectId: number]>(
    'items.visibleStatuses',
  );
  /** Items of a project that are the caller's work beside those assigned to them, by id. */
  readonly alsoOwn = new RevisionHook<RequestContext, readonly number[], [projectId: number]>('items.alsoOwn');
  /** Items of a project that are no data of their own, by id: exports leave them out unless they are named. */
  readonly besideData = new RevisionHook<RequestContext, readonly number[], [projectId: number]>('items.besideData');
  /** Folders of a project the caller is let into; undefined means all. */
  readonly visibleFolders = new RevisionHook<RequestContext, readonly number[] | undefined, [projectId: number]>(
    'items.visibleFolders',
  );
  /** Inside the transaction, after the items themselves were written: copies the work on items and what depends on it. */
  readonly copyingAnnotations = new StageHook<[context: RequestContext, copy: ItemCopying]>('items.copyingAnnotations');
  /** Beside `copyingAnnotations`, and before it: copies everything else that plugins keep of items. */
  readonly copyingDetails = new StageHook<[context: RequestContext, copy: ItemCopying]>('items.copyingDetails');
  /** Returns the names of items of a project that another project lacks. */
  readonly surveying = new RevisionHook<RequestContext, readonly CopyOrMoveFinding[], [crossing: CrossProjectCopy]>(
    'items.surveying',
  );
  /** Why items may not go to another project, by item id; inside the transaction in which the others go. */
  readonly crossing = new RevisionHook<
    RequestContext,
    ReadonlyMap<number, Fault>,
    [crossing: CrossProjectCopy & { readonly missing: MissingChoice }]
  >('items.crossing');
  /** A text of each item that is another one after people worked on it: an undo leaves such items alone. */
  readonly marking = new RevisionHook<RequestContext, ReadonlyMap<number, string>, [itemIds: readonly number[]]>(
    'items.marking',
  );
  /** The categories of an item as a JSON list, in SQL over items under the name `item`; null: it has none. */
  readonly categorizing = new RevisionHook<RequestContext, RawBuilder<readonly ItemCategory[] | null> | undefined>(
    'items.categorizing',
  );
  /** The custom metadata of an item as a jsonb object, in SQL over items under the name `item`; null: it has none. */
  readonly describing = new RevisionHook<
    RequestContext,
    RawBuilder<Readonly<Record<string, unknown>> | null> | undefined
  >('items.describing');
  /** Returns the facts on cards and rows of items, by item id; who is not there has no annotations. */
  readonly summarizing = new RevisionHook<
    RequestContext,
    ReadonlyMap<number, Omit<ItemSummary, 'item_id'>>,
    [projectId: number, items: readonly ItemRow[]]
  >('items.summarizing');
  /** Before items are said to lie in integrations; a Fault refuses one the team does not have. */
  readonly usingIntegrations = new QuestionHook<
    [context: RequestContext, projectId: number, integrationIds: readonly number[]],
    Fault
  >('items.usingIntegrations');
  /** The files that were put under these storage keys for a project; a key nobody knows is left out. */
  readonly resolvingUpload = new RevisionHook<
    RequestContext,
    ReadonlyMap<string, UploadedFile>,
    [projectId: number, keys: readonly string[]]
  >('items.resolvingUpload');
  /**
   * The address of the file of an item that lies in an integration, given the one it was attached under when that is an
   * http(s) address; undefined when nobody can give one.
   */
  readonly addressing = new RevisionHook<RequestContext, string | undefined, [item: ItemRow]>('items.addressing');
  /**
   * Sources of the fields of the items' query that another plugin stores (`categories.category_id`), over items under
   * the name `item`.
   */
  readonly querying = new RevisionHook<RequestContext, ReadonlyMap<string, FieldSource>, [projectId: number]>(
    'items.querying',
  );
  /**
   * Before items are listed or counted by the clauses of a filter, outside of the transaction that does: `fields` are
   * those of the clauses. Another plugin makes ready what it stores of them, or reports that it is not.
   */
  readonly filtering = new StageHook<[context: RequestContext, projectId: number, fields: readonly string[]]>(
    'items.filtering',
  );
  /** The statuses of a project: `plainStatuses` unless a workflow says otherwise. */
  readonly statuses = new RevisionHook<RequestContext, ProjectStatuses, [projectId: number]>('items.statuses');
}
