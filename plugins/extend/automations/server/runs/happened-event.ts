import type { EventItem } from '../automation-tables.ts';

/** Values that the settings of an event are compared with. */
export interface EventFacts {
  readonly from?: unknown;
  readonly to?: unknown;
  /** Values for other settings by their names: one of them has to be the chosen one. */
  readonly facets?: Readonly<Record<string, readonly unknown[]>>;
}

/** Something that happened to items of one project, to the project, or to something else in it. */
export interface HappenedEvent extends EventFacts {
  readonly type: string;
  readonly projectId: number;
  /** Undefined: it is not about items. */
  readonly items: readonly (EventItem & Pick<EventFacts, 'facets'> & { readonly folderId: number })[] | undefined;
  /** Folders that an event without items is about; absent: the entire project. */
  readonly folderIds?: readonly number[];
  /** State before and after, for events without items. */
  readonly context?: unknown;
  /** Comes again and again: those of one item within a window start one run, after its end. */
  readonly calm?: boolean;
  /** Returns what carries out the event of a pipeline, by its id and at once; nothing where a job does. */
  readonly carriesOut?: (trigger: {
    readonly settings: Readonly<Record<string, unknown>>;
    readonly owner_id: number;
  }) => ((eventId: number) => Promise<void>) | undefined;
}
