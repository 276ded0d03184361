import type { PartsFile, PointBatch, PointReader } from './point-reader.ts';
import { assertPoints, badCloud, lidarAxes } from './point-reader.ts';
import { rolesOf, storedBatches } from './stored-fields.ts';

const NAMES = ['x', 'y', 'z', 'intensity', 'ring'] as const;
/** Points read to distinguish the two layouts. */
const LOOKED_AT = 256;

/**
 * Opens a `.bin` file of float32 values: four a point as KITTI writes them, or five, with the ring, as nuScenes does.
 * The latter's frame (x right, y forward) is turned into x forward, y left.
 * @throws Fault ASSET_UNREADABLE where the size fits neither
 */
export function openBin(file: PartsFile): PointReader {
  const nuscenes = hasRings(file);
  const width = nuscenes ? 20 : 16;
  if (file.size % width !== 0)
    throw badCloud(
      file.name,
      `Its ${file.size} bytes are no whole number of points of 16 (KITTI) or 20 (nuScenes) bytes.`,
    );
  const points = file.size / width;
  assertPoints(file.name, points);
  const fields = NAMES.slice(0, width / 4);
  const stored = fields.map((role, at) => ({ role, type: 'f4' as const, start: at * 4, stride: width }));
  return {
    header: { fields, roles: rolesOf(stored), unit: 'm', axes: lidarAxes, pose: null },
    points,
    slow: false,
    batches: () => (nuscenes ? turned(storedBatches(file, stored, points)) : storedBatches(file, stored, points)),
    close: () => undefined,
  };
}

function hasRings(file: PartsFile): boolean {
  if (file.size % 20 !== 0) return false;
  if (file.size % 16 !== 0 || /\.pcd\.bin$/i.test(file.name)) return true;
  const head = file.read(0, Math.min(file.size, LOOKED_AT * 20));
  for (let at = 16; at < head.length; at += 20) {
    const ring = head.readFloatLE(at);
    if (!Number.isInteger(ring) || ring < 0 || ring > 255) return false;
  }
  return true;
}

function* turned(batches: Iterable<PointBatch>): Generator<PointBatch> {
  for (const batch of batches) {
    const { x, y } = batch.columns;
    for (let i = 0; i < batch.count; i += 1) {
      const right = x![i]!;
      x![i] = y![i]!;
      y![i] = -right;
    }
    yield batch;
  }
}
