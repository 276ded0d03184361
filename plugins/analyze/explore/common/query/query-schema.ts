/** A name and its id in the database. */
export interface Named {
  readonly id: number;
  readonly name: string;
}

export interface NamedGroup extends Named {
  readonly type: string;
  readonly attributes: readonly Named[];
}

export interface NamedClass extends Named {
  /** 1 object, 2 tag, 3 relationship. */
  readonly type: number;
  readonly groups: readonly NamedGroup[];
}

export interface NamedMember {
  readonly email: string;
  readonly name: string;
  readonly paused: boolean;
  readonly pending: boolean;
}

/** Fields and names of a query: one project as its caller sees it, and the moment. */
export interface QuerySchema {
  readonly statuses: readonly Named[];
  readonly roles: readonly Named[];
  readonly folders: readonly Named[];
  readonly classes: readonly NamedClass[];
  readonly members: readonly NamedMember[];
  readonly categories: readonly Named[];
  readonly subsets: readonly Named[];
  readonly custom: readonly {
    readonly name: string;
    readonly type: 'number' | 'string';
    readonly format?: string | undefined;
  }[];
  /** Ids of the form's components. */
  readonly components: readonly string[];
  /** The reason why words cannot be compared with pictures; undefined where they can. */
  readonly wordsReason?: string | undefined;
  /** E-mail of the caller, for `me()`. */
  readonly viewer: string;
  readonly now: Date;
  /** IANA name: days begin there. */
  readonly timeZone: string;
}

/** The schema of a project with nothing in it. */
export const emptySchema = (viewer: string, now: Date): QuerySchema => ({
  statuses: [],
  roles: [],
  folders: [],
  classes: [],
  members: [],
  categories: [],
  subsets: [],
  custom: [],
  components: [],
  wordsReason: 'no model is installed',
  viewer,
  now,
  timeZone: 'UTC',
});
