/** Status of a project or folder by its number. */
export interface ProjectStatus {
  readonly value: number;
  /** Name on the wire. */
  readonly name: string;
  readonly title: string;
  /** Colour of its dot, readable on both themes. */
  readonly color: string;
}

export const projectStatuses: readonly ProjectStatus[] = [
  { value: 1, name: 'notStarted', title: 'Not started', color: '#8a929e' },
  { value: 2, name: 'inProgress', title: 'In progress', color: '#2f7fd6' },
  { value: 3, name: 'completed', title: 'Completed', color: '#2e9e55' },
  { value: 4, name: 'onHold', title: 'On hold', color: '#d08a1d' },
];

/** The status of that number; *Not started* for an unknown one. */
export const projectStatusOf = (value: number): ProjectStatus =>
  projectStatuses.find(each => each.value === value) ?? projectStatuses[0]!;
