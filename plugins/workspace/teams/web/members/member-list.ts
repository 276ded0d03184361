import { csvCell } from '#core/base/common/index.ts';
import type { TeamMember } from '../../common/api.ts';
import type { MemberColumn, MemberValue } from './member-column.ts';
import { memberText } from './member-column.ts';
import { memberName } from './member-name.ts';
import { messages } from '../messages.ts';

/** Filter and order of members. */
export interface MemberFilter {
  readonly search: string;
  /** Wanted value by key of the column; `role` and `state` are columns as well. */
  readonly values: Readonly<Record<string, string>>;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
}

/** Placeholder of a cell without a value in a filter. */
export const NO_VALUE = '(none)';

const entriesOf = (value: MemberValue): readonly string[] => {
  const entries = typeof value === 'object' ? value : value === undefined || value === '' ? [] : [memberText(value)];
  return entries.length === 0 ? [NO_VALUE] : entries;
};

/** Choice of a filter on granted rights, and what it asks of those of a member. */
type GrantChoice = readonly [text: string, fits: (held: readonly string[]) => boolean];

const grantChoices = (rights: readonly string[]): ReadonlyMap<string, GrantChoice[1]> =>
  new Map<string, GrantChoice[1]>([
    ...rights.map((right): GrantChoice => [messages.memberList.granted(right), held => held.includes(right)]),
    ...rights.map((right): GrantChoice => [messages.memberList.notGranted(right), held => !held.includes(right)]),
    [messages.memberList.noneGranted, held => held.length === 0],
  ]);

/** Returns whether a column of a member has the wanted value. */
function fits(column: MemberColumn, member: TeamMember, wanted: string): boolean {
  const entries = entriesOf(column.value(member));
  if (column.rights === undefined) return entries.includes(wanted);
  return grantChoices(column.rights).get(wanted)?.(entries.filter(each => each !== NO_VALUE)) ?? true;
}

/** The values that a column has among these members, in order; what is empty comes last. */
export function columnChoices(members: readonly TeamMember[], column: MemberColumn): readonly string[] {
  if (column.rights !== undefined) return [...grantChoices(column.rights).keys()];
  const found = new Set(members.flatMap(each => entriesOf(column.value(each))));
  const named = [...found]
    .filter(each => each !== NO_VALUE)
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  return found.has(NO_VALUE) ? [...named, NO_VALUE] : named;
}

/** Members that match, sorted; those without a value come last in both orders. */
export function shownMembers(
  members: readonly TeamMember[],
  columns: readonly MemberColumn[],
  { search, values, sort, order }: MemberFilter,
): readonly TeamMember[] {
  const wanted = search.trim().toLowerCase();
  const byKey = new Map(columns.map(each => [each.key, each]));
  const found = members.filter(
    member =>
      `${memberName(member)} ${member.address} ${member.email}`.toLowerCase().includes(wanted) &&
      Object.entries(values).every(
        ([key, value]) => byKey.get(key) === undefined || fits(byKey.get(key)!, member, value),
      ),
  );
  const column = byKey.get(sort);
  const valueOf = (member: TeamMember): MemberValue =>
    column === undefined ? memberName(member) : column.value(member);
  const sign = order === 'asc' ? 1 : -1;
  return found.toSorted((one, other) => {
    const [left, right] = [valueOf(one), valueOf(other)];
    const [noLeft, noRight] = [memberText(left) === '', memberText(right) === ''];
    if (noLeft !== noRight) return noLeft ? 1 : -1;
    const difference =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : memberText(left).localeCompare(memberText(right), 'en', { numeric: true });
    return difference === 0 ? one.email.localeCompare(other.email, 'en') : sign * difference;
  });
}

/** Members and columns as a CSV file (RFC 4180). What a spreadsheet would run as a formula gets a `'` in front. */
export function membersCsv(members: readonly TeamMember[], columns: readonly MemberColumn[]): string {
  const rows = [
    [messages.shared.name, 'E-mail', ...columns.map(each => each.title)],
    ...members.map(each => [
      `${each.first_name} ${each.last_name}`.trim(),
      each.address,
      ...columns.map(column => memberText(column.value(each))),
    ]),
  ];
  return `\uFEFF${rows.map(row => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}
