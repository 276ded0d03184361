export { isRuns, joinedRuns, pointsIn, runsOf, runsWithout } from './point-runs.ts';
export type { PointRuns } from './point-runs.ts';
export { bytesToLabels, isSegment, labelBytes, SEGMENT, segmentRuns, storedLabels } from './segments.ts';
