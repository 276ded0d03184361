import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { CloudChannel, CloudPose, CloudView } from '../../common/cloud-view.ts';
import { openReader } from '../readers/open-reader.ts';
import { openParts } from '../readers/parts-file.ts';
import type { PointBatch } from '../readers/point-reader.ts';
import { badCloud, batchPoints, channelsOf, mostPoints } from '../readers/point-reader.ts';
import type { PointSource } from './divide.ts';
import { divide } from './divide.ts';
import type { Cube, WrittenNode } from './node-sink.ts';
import { NodeSink } from './node-sink.ts';
import type { Records, Survey } from './records.ts';
import { documentRecords, extraBytesOf, packRecords, recordBytes, storedRecords, surveyPoints } from './records.ts';

/** Point files and where their nodes go. */
export interface BuildRequest {
  readonly inputs: readonly { readonly path: string; readonly name: string }[];
  /** The payloads of all nodes are written into this file, what is known of them into `OUTPUT.json`. */
  readonly output: string;
}

export interface BuiltFrame {
  readonly file: string;
  readonly points: number;
  /** Points without finite coordinates. They are in no node. */
  readonly dropped: number;
  readonly offset: Survey['offset'];
  readonly min: Survey['min'];
  readonly max: Survey['max'];
  readonly intensity: Survey['intensity'];
  readonly pose: CloudPose | null;
  /** Breadth first. */
  readonly nodes: readonly WrittenNode[];
}

export interface BuiltCloud {
  readonly unit: CloudView['unit'];
  readonly axes: string;
  readonly fields: readonly string[];
  readonly channels: readonly CloudChannel[];
  readonly frames: readonly BuiltFrame[];
}

/** Times that the points of a large file pass: surveyed, counted, distributed, written. */
const PASSES = 4;
/** A survey of more points than this is not repeated from a slow file. */
const KEPT_FROM = 1_000_000;

/**
 * Builds the octrees of point files.
 * @param onProgress takes the part that is done, 0 to 1
 * @throws Fault ASSET_UNREADABLE naming the file and what is wrong
 */
export async function buildCloud({ inputs, output }: BuildRequest, onProgress: (done: number) => void): Promise<void> {
  const handle = openSync(output, 'w', 0o600);
  let cloud: Omit<BuiltCloud, 'frames'> | undefined;
  const frames: BuiltFrame[] = [];
  let end = 0;
  try {
    for (const [at, { path, name }] of inputs.entries()) {
      const reader = await openReader(path, name, `${output}-unpacked`);
      try {
        const { fields, roles, unit, axes, pose } = reader.header;
        const channels = channelsOf(roles);
        cloud ??= { unit, axes, fields, channels };
        if (channels.join() !== cloud.channels.join())
          throw badCloud(name, 'It has other fields than the first scan. Scans of a sequence need the same fields.');
        const sink = new NodeSink(handle, channels, end);
        let read = 0;
        let reported = 0;
        const counted = function* <T extends PointBatch | Records>(batches: Iterable<T>, total: number): Generator<T> {
          for (const batch of batches) {
            yield batch;
            read += batch.count;
            const done = Math.min(1, (read + sink.written) / (total * PASSES));
            if (done - reported < 0.01) continue;
            reported = done;
            onProgress((at + done) / inputs.length);
          }
        };
        const survey = surveyPoints(name, counted(reader.batches(), reader.points ?? mostPoints), mostPoints);
        const records = (): Iterable<Records> => documentRecords(reader.batches(), survey, channels);
        const extraBytes = extraBytesOf(channels);
        const kept = reader.slow && survey.points > KEPT_FROM ? `${output}-kept` : undefined;
        try {
          const source = kept === undefined ? records : keepRecords(records(), kept, survey.finite, extraBytes, name);
          const counting: PointSource = { count: survey.finite, read: () => counted(source(), survey.points) };
          divide(rootCube(survey), counting, { name, scratch: `${output}-chunks`, extraBytes, sink });
        } finally {
          if (kept !== undefined) rmSync(kept, { force: true });
        }
        if (sink.written !== survey.finite) throw new Error(`${sink.written} of ${survey.finite} points were written.`);
        end = sink.end;
        const { points, finite, offset, min, max, intensity } = survey;
        const nodes = sink.nodes.sort(
          (one, other) => one.name.length - other.name.length || (one.name < other.name ? -1 : 1),
        );
        frames.push({ file: name, points, dropped: points - finite, offset, min, max, intensity, pose, nodes });
        onProgress((at + 1) / inputs.length);
      } finally {
        await reader.close();
      }
    }
  } finally {
    closeSync(handle);
  }
  await writeFile(`${output}.json`, JSON.stringify({ ...cloud!, frames } satisfies BuiltCloud));
}

/** A cube around all points. Its corner has no more decimals than a millimetre. */
function rootCube({ min, max }: Survey): Cube {
  const corner = min.map(each => Math.floor(each * 1000) / 1000) as [number, number, number];
  const size = Math.max(...corner.map((each, at) => max[at]! - each), 0.001);
  // Points on the far side belong to the last cell.
  return { name: 'r', min: corner, size: Math.ceil(size * 1000 + 1) / 1000 };
}

/** Writes points into a file, from which they are read again and again. */
function keepRecords(
  records: Iterable<Records>,
  path: string,
  count: number,
  extraBytes: number,
  name: string,
): () => Generator<Records> {
  const handle = openSync(path, 'w', 0o600);
  const packed = Buffer.allocUnsafeSlow(batchPoints * recordBytes(extraBytes));
  try {
    for (const batch of records) {
      const bytes = packRecords(batch, packed);
      for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
    }
  } finally {
    closeSync(handle);
  }
  return function* () {
    const file = openParts(path, name);
    try {
      yield* storedRecords(file, 0, count, extraBytes);
    } finally {
      file.close();
    }
  };
}
