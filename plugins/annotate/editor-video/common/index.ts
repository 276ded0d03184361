export { FrameTable, MICRO } from './media/frame-table.ts';
export { mediaLimits } from './media/media-packets.ts';
export { framesOfMedia, fromSteps } from './media/probe-media.ts';
export { between, framesOf, isHold, keysOn } from './tracks/interpolate.ts';
export { closed, endTime, keyFrames } from './tracks/segment-edits.ts';
export { contentOf } from './tracks/track.ts';
export type { KeyContent, Segment, Track, TrackKey } from './tracks/track.ts';
