import { z } from '#core/api/common/index.ts';

const point = z.tuple([z.number(), z.number(), z.number()]);
const quaternion = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** State of the octree of a point cloud. */
export const cloudState = z.enum(['waiting', 'building', 'ready', 'failed']);
export type CloudState = z.output<typeof cloudState>;

/** A value that node payloads carry beside position and index. */
export const cloudChannel = z.enum(['intensity', 'classification', 'color', 'ring']);
export type CloudChannel = z.output<typeof cloudChannel>;

/** A node of an octree. Its points are in no other node. */
export const cloudNode = z.object({
  /** `r`, `r0` … `r7`, `r07` …; a child's digit is 4 · (x upper) + 2 · (y upper) + (z upper). */
  name: z.string(),
  points: z.int(),
  /** Mean distance of points in units of the file. */
  spacing: z.number(),
  /** Cube of the node, in document coordinates. */
  min: point,
  max: point,
});
export type CloudNode = z.output<typeof cloudNode>;

/** The sensor frame in the world. The rotation is a quaternion [w, x, y, z]. */
export const cloudPose = z.object({ position: point, rotation: quaternion });
export type CloudPose = z.output<typeof cloudPose>;

export const cloudFrame = z.object({
  index: z.int(),
  /** Microseconds from the first frame; 0 of a single scan. */
  timestamp: z.int(),
  file: z.string(),
  points: z.int(),
  /** File coordinate = document coordinate + offset, in double precision. */
  offset: point,
  /** Extent in document coordinates. */
  min: point,
  max: point,
  pose: cloudPose.nullable(),
  /** Range of the file's intensities. */
  intensity: z.tuple([z.number(), z.number()]).nullable(),
  /** The octree, breadth first; empty until it is ready. */
  nodes: z.array(cloudNode),
});
export type CloudFrame = z.output<typeof cloudFrame>;

/** A camera image of a frame. */
export const cloudImage = z.object({
  frame: z.int(),
  index: z.int(),
  name: z.string(),
  width: z.int(),
  height: z.int(),
  /** Nine numbers in row order. */
  intrinsics: z.array(z.number()),
  /** Sixteen numbers in row order: scan frame to camera frame (z forward, x right, y down). */
  extrinsics: z.array(z.number()),
  /** Four, five or eight coefficients of the lens in the order of OpenCV; null for a pinhole. */
  distortion: z.array(z.number()).nullable(),
});
export type CloudImage = z.output<typeof cloudImage>;

export const cloudView = z.object({
  id: z.int(),
  state: cloudState,
  /** The job that builds the octree; null of one that is ready or failed. */
  job_id: z.string().nullable(),
  /** Why it could not be built. */
  error: z.string().nullable(),
  /** Points of all frames. */
  points: z.int(),
  unit: z.enum(['m', 'ft', 'us-ft']),
  axes: z.string(),
  /** Field names in file order. */
  fields: z.array(z.string()),
  channels: z.array(cloudChannel),
  /** One for a single scan. */
  frames: z.array(cloudFrame),
  images: z.array(cloudImage),
});
export type CloudView = z.output<typeof cloudView>;
