import type { AppContext } from './app-context.ts';
import type {
  AppClass,
  AppDocument,
  AppFile,
  AppFoundItem,
  AppItem,
  AppModelAnswer,
  AppPerson,
  AppPipeline,
  AppProject,
  AppReply,
  AppStartProgress,
  AppStatus,
  AppStored,
  AppThread,
  AppThreadPlace,
} from './app-data.ts';

/** A stretch of a list: `offset` entries are left out, at most `limit` come (1 to 500; 100 when absent). */
export interface Stretch {
  readonly offset?: number;
  readonly limit?: number;
}

/** An item by its project. */
export interface OfItem {
  readonly projectId: number;
  readonly itemId: number;
}

/**
 * Every call of an app, in groups. Each takes one object and answers with a promise of plain data.
 *
 * All calls throw a `CallError` whose `code` says why: CAPABILITY_DENIED (an admin has not allowed it; the message
 * names the capability), FORBIDDEN (the person may not), NOT_FOUND, INVALID (an argument is wrong; the message names
 * it), RATE_LIMITED (more than {@link APP_LIMITS} allow), NETWORK (no connection), SDK_TOO_OLD. A call that can fail in
 * another way says so.
 */
export interface WorkbenchCalls {
  readonly context: {
    /** Returns the place and the reader of the app. The event `context` reports the same when it changes. */
    get(): Promise<AppContext>;
  };
  readonly projects: {
    /** Projects the person may see, by name; `text` is a part of the name. */
    list(
      args?: Stretch & { readonly text?: string },
    ): Promise<{ readonly projects: readonly AppProject[]; readonly total: number }>;
    get(args: { readonly projectId: number }): Promise<AppProject>;
    /** Classes of a project with their attributes, in display order. */
    classes(args: { readonly projectId: number }): Promise<readonly AppClass[]>;
    /** Statuses that items of a project can be in. */
    statuses(args: { readonly projectId: number }): Promise<readonly AppStatus[]>;
    /** Settings by their names. */
    settings(args: { readonly projectId: number }): Promise<Readonly<Record<string, string | number | boolean | null>>>;
  };
  readonly people: {
    /** Returns the people of a project, as far as the person may see them. */
    ofProject(
      args: Stretch & { readonly projectId: number },
    ): Promise<{ readonly people: readonly AppPerson[]; readonly total: number }>;
  };
  readonly items: {
    /**
     * Items of a project that the person may see. `name` is a part of the name, `assignee` an e-mail address or `none`.
     */
    list(
      args: Stretch & {
        readonly projectId: number;
        readonly folderId?: number;
        readonly name?: string;
        readonly status?: readonly number[];
        readonly assignee?: string;
        readonly sort?: 'name' | 'created' | 'updated' | 'status' | 'priority' | 'size';
        readonly order?: 'asc' | 'desc';
      },
    ): Promise<{ readonly items: readonly AppItem[]; readonly total: number }>;
    get(args: OfItem): Promise<AppItem>;
    /**
     * Makes an item of a file of at most 3 MB. An item of that name is left alone (`skipped`) unless `replace` is true.
     */
    make(args: {
      readonly projectId: number;
      readonly folderId?: number;
      readonly name: string;
      readonly bytes: Uint8Array;
      readonly replace?: boolean;
    }): Promise<{ readonly outcome: 'created' | 'replaced' | 'skipped'; readonly item: AppItem }>;
    /**
     * Sets values of custom fields by the names of the fields; other fields stay. Fields that do not exist are an
     * error.
     */
    setMetadata(args: OfItem & { readonly values: Readonly<Record<string, unknown>> }): Promise<void>;
    /** Moves at most 500 items to a status, where the workflow lets the person. `refused` says why some stayed. */
    setStatus(args: {
      readonly projectId: number;
      readonly itemIds: readonly number[];
      readonly status: number;
    }): Promise<{
      readonly changed: number;
      readonly refused: readonly { readonly message: string; readonly count: number }[];
    }>;
  };
  readonly files: {
    /**
     * The file of an item: as it was uploaded, as the product shows it, or as a picture of at most 256 pixels.
     * @throws TOO_LARGE above 100 MB, NO_FILE when there is none.
     */
    read(args: OfItem & { readonly as?: 'original' | 'shown' | 'thumbnail' }): Promise<AppFile>;
  };
  readonly annotations: {
    /** The annotations of an item; `revision` is 0 when nothing was stored yet. */
    get(args: OfItem): Promise<{ readonly document: AppDocument; readonly revision: number }>;
    /**
     * Stores annotations that were made on the revision `base`.
     * @throws CONFLICT when somebody stored others since: read them again, and apply your change to them.
     */
    put(
      args: OfItem & { readonly document: AppDocument; readonly base: number },
    ): Promise<{ readonly revision: number }>;
  };
  readonly comments: {
    list(args: OfItem): Promise<readonly AppThread[]>;
    /**
     * Begins a thread, about the whole item or a place of it. The text has at most 2000 characters. Answers the id of
     * the thread.
     */
    add(args: OfItem & { readonly text: string; readonly at?: AppThreadPlace }): Promise<string>;
    reply(args: OfItem & { readonly threadId: string; readonly text: string }): Promise<void>;
    resolve(args: OfItem & { readonly threadId: string; readonly resolved: boolean }): Promise<void>;
  };
  readonly explore: {
    /** The next 50 items that a query finds, from the `offset`-th. @throws INVALID when the query cannot be read. */
    search(args: {
      readonly projectId: number;
      readonly query: string;
      readonly offset?: number;
    }): Promise<readonly AppFoundItem[]>;
    /** Returns the number of items a query finds; not `exact` above 10 000. */
    count(args: {
      readonly projectId: number;
      readonly query: string;
    }): Promise<{ readonly count: number; readonly exact: boolean }>;
  };
  readonly models: {
    /** Models of the team that may be asked in a project. */
    list(args: {
      readonly projectId: number;
    }): Promise<readonly { readonly name: string; readonly description: string }[]>;
    /** Asks a model. @throws with the code of the provider's failure, or of the team's budget. */
    run(args: {
      readonly projectId: number;
      readonly itemId?: number;
      readonly model: string;
      readonly prompt: string;
      readonly temperature?: number;
      readonly maxTokens?: number;
    }): Promise<AppModelAnswer>;
  };
  readonly automations: {
    /** Pipelines that the person may start on items of a project, by title. Since 1.2. */
    list(args: { readonly projectId: number }): Promise<readonly AppPipeline[]>;
    /**
     * Starts a pipeline on at most 5 000 items that the person sees. `values` are those of its form. Since 1.2.
     * @throws VALUES_INVALID naming the fields, PIPELINE_DISABLED, OUT_OF_SCOPE, AUTOMATIONS_OFF, AUTOMATION_LIMIT
     */
    start(args: {
      readonly projectId: number;
      readonly pipelineId: number;
      readonly nodeId: string;
      readonly itemIds: readonly number[];
      readonly values?: Readonly<Record<string, unknown>>;
    }): Promise<{ readonly startId: number }>;
    /** Returns the state of a start of the person. Since 1.2. */
    progress(args: { readonly projectId: number; readonly startId: number }): Promise<AppStartProgress>;
  };
  readonly storage: {
    /** Returns the app's data for the team, 5 MiB of JSON at most. `value` is null when nothing is kept. */
    get(): Promise<AppStored>;
    /** Replaces it. With `etag` only the value that has it: @throws CONFLICT when it changed since. */
    put(args: { readonly value: unknown; readonly etag?: string }): Promise<AppStored>;
    /** Returns the app's data for an item, 64 KiB of JSON at most. */
    getForItem(args: { readonly itemId: number }): Promise<AppStored>;
    putForItem(args: { readonly itemId: number; readonly value: unknown; readonly etag?: string }): Promise<AppStored>;
  };
  readonly http: {
    /**
     * A request to one of the hosts that an admin allowed, made by the server without the person's cookies. An answer
     * of 400 and above is no error.
     * @throws HOST_DENIED
     */
    fetch(args: {
      readonly url: string;
      readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }): Promise<AppReply>;
  };
  readonly ui: {
    /** A short message for some seconds, with the name of the app. At most 5 in 10 seconds. */
    toast(args: { readonly text: string; readonly tone?: 'info' | 'success' | 'error' }): Promise<void>;
    /** Asks the person; true when they agree. One question at a time. `action` is the word on the button. */
    confirm(args: { readonly text: string; readonly action?: string }): Promise<boolean>;
    /** Offers a file of at most 3 MB; false when the person does not want it. */
    download(args: {
      readonly name: string;
      readonly content: string | Uint8Array;
      readonly type?: string;
    }): Promise<boolean>;
    /** Opens a page (http or https) in a new tab; false when the person does not want it. */
    openLink(args: { readonly url: string }): Promise<boolean>;
    /** Copies text; false when the person does not want it. */
    copy(args: { readonly text: string }): Promise<boolean>;
  };
  readonly navigate: {
    toProjects(): Promise<void>;
    toProject(args: { readonly projectId: number }): Promise<void>;
    /** Opens an item in its editor, or its details. */
    toItem(args: OfItem & { readonly details?: boolean }): Promise<void>;
  };
}

/** Events an app receives without asking. */
export interface WorkbenchEvents {
  /** Something of the context changed: the theme, the item, what is chosen. */
  readonly context: AppContext;
  /**
   * Items of the open project changed: names, statuses, who has them. Empty `itemIds` means that it is not known which.
   */
  readonly itemsChanged: { readonly projectId: number; readonly itemIds: readonly number[] };
  /**
   * A command of the app was chosen; `id` is that of the manifest. `onCommand` and `useCommand` receive it as well, and
   * miss none.
   */
  readonly command: { readonly id: string };
  /** Annotations of an item were stored. */
  readonly annotationsChanged: { readonly projectId: number; readonly itemId: number };
}
/** The name of an event. */
export type WorkbenchEvent = keyof WorkbenchEvents;

/** All that an app can do in the product. */
export interface Workbench extends WorkbenchCalls {
  /** Calls `listener` with every event of that name that the app may receive. Returns the way to stop. */
  on<E extends WorkbenchEvent>(event: E, listener: (payload: WorkbenchEvents[E]) => void): () => void;
}
