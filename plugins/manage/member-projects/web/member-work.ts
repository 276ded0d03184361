import type { MemberColumn } from '#plugins/workspace/teams/web/kit/index.ts';
import type { MemberWork } from '../common/api.ts';
import { messages } from './messages.ts';

/**
 * Columns with the numbers of projects and items of members; no number for those whose work the caller does not see.
 */
export function workColumns(work: readonly MemberWork[]): readonly MemberColumn[] {
  const byEmail = new Map(work.map(each => [each.email, each]));
  return [
    {
      key: 'memberProjects.projects',
      title: messages.memberWork.projects,
      width: 76,
      order: 40,
      numeric: true,
      value: ({ email }) => byEmail.get(email)?.projects,
    },
    {
      key: 'memberProjects.assigned',
      title: messages.memberWork.items,
      width: 70,
      order: 41,
      numeric: true,
      value: ({ email }) => byEmail.get(email)?.assigned,
    },
    {
      key: 'memberProjects.paused',
      title: messages.memberWork.pausedIn,
      width: 90,
      order: 42,
      numeric: true,
      hidden: true,
      value: ({ email }) => byEmail.get(email)?.paused,
    },
  ];
}

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** Returns the losses when these people leave, with numbers; nothing to say for who has no work. */
export function leavingText(work: readonly MemberWork[]): readonly string[] {
  const projects = work.reduce((sum, each) => sum + each.projects, 0);
  const assigned = work.reduce((sum, each) => sum + each.assigned, 0);
  if (projects === 0 && assigned === 0) return [];
  const places = count(
    projects,
    work.length === 1 ? messages.memberWork.project : messages.memberWork.placeInProjects,
    work.length === 1 ? messages.memberWork.ofProjects : messages.memberWork.placesInProjects,
  );
  return [
    messages.memberWork.andAreTakenFromThem(
      places,
      count(assigned, messages.memberWork.assignedItem, messages.memberWork.assignedItems),
    ),
  ];
}
