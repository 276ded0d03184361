/** A project. `type` is a word such as `Vector`; times are ISO 8601 in UTC. */
export interface AppProject {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly itemCount: number;
  readonly completedCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A class with its attributes. `color` is `#RRGGBB`. */
export interface AppClass {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly kind: 'object' | 'tag' | 'relationship';
  readonly groups: readonly {
    readonly id: number;
    readonly name: string;
    readonly type: string;
    readonly required: boolean;
    readonly values: readonly { readonly id: number; readonly name: string }[];
  }[];
}

/** A status of items: its number, its name in files, what the screen calls it, and its colour as `#RRGGBB`. */
export interface AppStatus {
  readonly value: number;
  readonly name: string;
  readonly title: string;
  readonly color: string;
}

/** Somebody who works in a project. `role` is the name of their role there. */
export interface AppPerson {
  readonly email: string;
  readonly name: string;
  readonly role: string;
}

/**
 * An item. Width and height are pixels of the upright image, `size` bytes; null when not known. Times are ISO 8601 in
 * UTC.
 */
export interface AppItem {
  readonly id: number;
  readonly projectId: number;
  readonly folderId: number;
  readonly name: string;
  readonly status: number;
  readonly approval: 'none' | 'disapproved' | 'approved';
  readonly pinned: boolean;
  readonly assignees: readonly string[];
  readonly categories: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly width: number | null;
  readonly height: number | null;
  readonly size: number | null;
  readonly mime: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An item that a query found. */
export interface AppFoundItem {
  readonly id: number;
  readonly name: string;
  readonly folder: string;
  readonly status: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The file of an item. `mime` is the type the server reports, such as `image/png`. */
export interface AppFile {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Uint8Array;
}

/** One annotated object, as the annotation files of the product have it; geometry depends on `type`. */
export interface AppInstance {
  readonly id: string;
  readonly type: string;
  /** -1 means no class. */
  readonly classId: number;
  readonly className?: string;
  readonly attributes: readonly Readonly<Record<string, unknown>>[];
  readonly [field: string]: unknown;
}

/**
 * The annotations of one item, as the annotation files of the product have them. Fields that an app does not know must
 * be kept.
 */
export interface AppDocument {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly instances: readonly AppInstance[];
  readonly tags: readonly string[];
  readonly comments: readonly Readonly<Record<string, unknown>>[];
  readonly [field: string]: unknown;
}

/**
 * Place of a thread's pin: pixels of the item, a range of a text in code points, or a page from 1; and the instance it
 * is about.
 */
export type AppThreadPlace = (
  | { readonly x: number; readonly y: number }
  | { readonly start: number; readonly end: number }
  | { readonly page: number }
) & { readonly instanceId?: string };

/** A thread of comments. */
export interface AppThread {
  readonly id: string;
  readonly resolved: boolean;
  readonly instanceId?: string;
  readonly messages: readonly { readonly text: string; readonly email: string; readonly at: string }[];
}

/** The answer of a model. Tokens and `cost` are there when the provider reported them or they could be estimated. */
export interface AppModelAnswer {
  readonly text: string;
  readonly milliseconds: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cost?: number;
}

/** A pipeline that the person may start by hand, by its number and that of its event. */
export interface AppPipeline {
  readonly pipelineId: number;
  readonly nodeId: string;
  readonly title: string;
  readonly description: string;
  /** Fields of its form; values of a start are named by their keys. */
  readonly fields: readonly AppPipelineField[];
}

/** A field of the form of a pipeline. `options` are those of selections. */
export interface AppPipelineField {
  readonly key: string;
  readonly type: 'text' | 'number' | 'boolean' | 'date' | 'single_select' | 'multi_select' | 'source' | 'json' | 'user';
  readonly required: boolean;
  readonly options?: readonly string[];
}

/** State of a start. `reason` says why it waits, or why a run failed. */
export interface AppStartProgress {
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  /** Runs by state; all are 0 until they are made. */
  readonly runs: {
    readonly pending: number;
    readonly running: number;
    readonly success: number;
    readonly failed: number;
  };
  readonly reason: string | null;
}

/** Stored data of an app. `etag` names this value. */
export interface AppStored {
  readonly value: unknown;
  readonly etag: string;
}

/** The answer of another service. */
export interface AppReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
