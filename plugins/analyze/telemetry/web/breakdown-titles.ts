import type { TimeBreakdown } from '../common/api.ts';
import { messages } from './messages.ts';

/** Names of the breakdowns of times. */
export const breakdownTitles: Readonly<Record<TimeBreakdown, string>> = {
  project: messages.newReport.project,
  day: messages.newReport.projectAndDay,
  item: messages.newReport.projectAndItem,
};
