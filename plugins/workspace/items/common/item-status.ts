/** A status an item can be in: the code stored on items, its name in files, and what the screen calls it. */
export interface ItemStatus {
  readonly value: number;
  /** Name on the wire, e.g. `QualityCheck`. */
  readonly name: string;
  readonly title: string;
  /** Colour of its mark, readable on both themes. */
  readonly color: string;
}

/** The six system statuses; a project without a workflow has exactly these. */
export const systemItemStatuses: readonly ItemStatus[] = [
  { value: 1, name: 'NotStarted', title: 'Not started', color: '#8a929e' },
  { value: 2, name: 'InProgress', title: 'In progress', color: '#2f7fd6' },
  { value: 3, name: 'QualityCheck', title: 'Quality check', color: '#b0741a' },
  { value: 4, name: 'Returned', title: 'Returned', color: '#cf4a4a' },
  { value: 5, name: 'Completed', title: 'Completed', color: '#2e9e55' },
  { value: 6, name: 'Skipped', title: 'Skipped', color: '#8b64c9' },
];

/** The status of a code; codes of custom workflows that are not among the system ones show their name or number. */
export function itemStatusOf(value: number, name = `Status ${value}`): ItemStatus {
  return systemItemStatuses.find(each => each.value === value) ?? { value, name, title: name, color: '#5b8a8a' };
}

/** Statuses of a project, the first of items, and those that count as completed. */
export interface ProjectStatuses {
  readonly all: readonly number[];
  readonly start: number;
  readonly inProgress: number | undefined;
  readonly completed: readonly number[];
  /** Names of statuses by their codes, for those that are not of the system. */
  readonly names?: ReadonlyMap<number, string>;
  /** Keys that move the open item to a status, such as `Alt+Shift+1`, by its code. */
  readonly keys?: ReadonlyMap<number, string>;
}

/** The statuses of a project when no workflow says otherwise. */
export const plainStatuses: ProjectStatuses = {
  all: systemItemStatuses.map(each => each.value),
  start: 1,
  inProgress: 2,
  completed: [5],
};

/** Approval of an item: none, disapproved, approved. */
export const approvalStatuses = { none: 0, disapproved: 1, approved: 2 } as const;
