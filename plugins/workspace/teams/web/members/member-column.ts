import type { ReactNode } from 'react';
import type { TeamMember } from '../../common/api.ts';
import { messages } from '../messages.ts';

/** Value of a cell, for sort, filter and file; a list is shown with commas. */
export type MemberValue = string | number | boolean | readonly string[] | undefined;

/** A column of the table of members. */
export interface MemberColumn {
  /** Unique among all columns: the plugin's name and a word. */
  readonly key: string;
  readonly title: string;
  /** Width in pixels. */
  readonly width: number;
  readonly order: number;
  /** Numbers are at the right. */
  readonly numeric?: boolean;
  /** Offers its values as filter. */
  readonly filter?: boolean;
  /** Names of the rights that its value lists; the filter offers each as granted and not granted. */
  readonly rights?: readonly string[];
  /** Shown only when somebody chooses it. */
  readonly hidden?: boolean;
  readonly value: (member: TeamMember) => MemberValue;
  /** Returns the content of the cell when it is more than the text of the value. */
  readonly cell?: (member: TeamMember) => ReactNode;
}

/** The value as one line of text; empty for none. */
export function memberText(value: MemberValue): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? messages.memberColumn.yes : messages.memberColumn.no;
  return typeof value === 'object' ? value.join(', ') : String(value);
}
