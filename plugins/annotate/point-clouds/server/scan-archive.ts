import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { isLitter } from '#plugins/workspace/items/common/index.ts';
import type { ArchiveFile } from '#plugins/workspace/items/server/kit/index.ts';
import { FileReader, openZip } from '#plugins/workspace/items/server/kit/index.ts';
import type { ArchiveImage, ArchiveLayout, NuscenesTable } from '../common/archive-layout.ts';
import { archiveLayout, badArchive, frameTimes, nuscenesTables } from '../common/archive-layout.ts';
import type { Calibration, Matrix } from '../common/calibration.ts';
import {
  inverseRigid,
  kittiObjectCamera,
  kittiRawCamera,
  multiply,
  oxtsPose,
  padded,
  quaternionOf,
  readKittiCalib,
  rigid,
  superviselyCamera,
} from '../common/calibration.ts';
import type { CloudPose } from '../common/cloud-view.ts';
import type { NuscenesFrame, NuscenesTables } from '../common/nuscenes-scene.ts';
import { nuscenesScene } from '../common/nuscenes-scene.ts';
import type { ImageFacts } from './cloud-tables.ts';

const TEXT_BYTES = 16 * 1024 * 1024;
/** Bytes of the largest table of nuScenes. */
const TABLE_BYTES = 32 * 1024 * 1024;
const IMAGE_BYTES = 64 * 1024 * 1024;
/** Bytes that the scans of an archive may unpack to. */
const SCAN_BYTES = 64 * 1024 ** 3;

const mimes: Readonly<Record<string, string>> = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };

/** A camera image taken out of an archive. */
export interface TakenImage {
  readonly bytes: Buffer;
  readonly mime: string;
  readonly facts: ImageFacts;
}

/** An archive of scans, opened for reading. */
export interface ScanArchive {
  readonly layout: ArchiveLayout;
  /** Microseconds of each frame from the first. */
  times(): Promise<number[]>;
  /** The scanner in the world at each frame; null where nothing says. The first frame is the world. */
  poses(): Promise<(CloudPose | null)[]>;
  /** Unpacks a scan into a file. @throws Fault ARCHIVE_REFUSED */
  unpack(frame: number, path: string): Promise<void>;
  /** The images of a frame whose camera is known. @throws Fault ASSET_UNREADABLE naming the image */
  images(frame: number): Promise<TakenImage[]>;
  close(): void;
}

/** Opens a zip archive of scans. The caller closes it. @throws Fault ARCHIVE_REFUSED, ASSET_UNREADABLE. */
export async function openScanArchive(file: string): Promise<ScanArchive> {
  const { files, close } = await openZip(new FileReader(file), (await stat(file)).size);
  try {
    const byPath = new Map(files.filter(each => !isLitter(each.path)).map(each => [each.path, each]));
    const layout = archiveLayout([...byPath.keys()]);
    const unpacked = layout.frames.reduce((sum, { path }) => sum + byPath.get(path)!.size, 0);
    if (unpacked > SCAN_BYTES)
      throw badArchive(
        `The scans unpack to ${unpacked} bytes; at most ${SCAN_BYTES} are supported. Split the sequence.`,
      );
    const text = async (path: string | undefined): Promise<string | undefined> =>
      path === undefined ? undefined : (await bytesOf(byPath.get(path)!, TEXT_BYTES)).toString();
    const cameras = cameraReader(layout, text);
    let scene: Promise<readonly NuscenesFrame[]> | undefined;
    const nuscenes = (): typeof scene =>
      layout.tables === undefined ? undefined : (scene ??= sceneOf(byPath, layout, layout.tables));
    return {
      layout,
      close,
      times: async () =>
        (await nuscenes())?.map(each => each.time) ??
        frameTimes(
          layout.frames.map(each => each.name),
          await text(layout.timestamps),
        ),
      poses: async () => (await nuscenes())?.map(each => each.pose) ?? posesOf(layout, text),
      async unpack(frame, path) {
        const scan = byPath.get(layout.frames[frame]!.path)!;
        await pipeline(await scan.open(), createWriteStream(path, { mode: 0o600 }));
      },
      async images(frame) {
        const taken: TakenImage[] = [];
        for (const { camera, ...image } of (await nuscenes())?.[frame]?.images ?? [])
          taken.push(await takeImage(byPath.get(image.path)!, image, camera));
        for (const image of layout.frames[frame]!.images) {
          const camera = await cameras(image);
          if (camera === undefined) continue;
          taken.push(await takeImage(byPath.get(image.path)!, image, camera));
        }
        return taken;
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Reads the tables of nuScenes. @throws Fault ASSET_UNREADABLE naming the table */
async function sceneOf(
  byPath: ReadonlyMap<string, ArchiveFile>,
  { frames }: ArchiveLayout,
  paths: NonNullable<ArchiveLayout['tables']>,
): Promise<readonly NuscenesFrame[]> {
  const tables: Partial<Record<NuscenesTable, unknown>> = {};
  for (const name of nuscenesTables)
    try {
      tables[name] = JSON.parse((await bytesOf(byPath.get(paths[name])!, TABLE_BYTES)).toString());
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw badArchive(`${paths[name]} is no JSON: ${error.message}.`);
    }
  return nuscenesScene(
    tables as NuscenesTables,
    frames.map(each => each.path),
    [...byPath.keys()],
  );
}

type TextReader = (path: string | undefined) => Promise<string | undefined>;

function cameraReader(
  layout: ArchiveLayout,
  text: TextReader,
): (image: ArchiveImage) => Promise<Calibration | undefined> {
  let recording: Promise<[ReadonlyMap<string, Matrix>, ReadonlyMap<string, Matrix>]> | undefined;
  return async ({ calibration, camera }) => {
    if (layout.kind === 'supervisely') {
      try {
        return superviselyCamera(JSON.parse((await text(calibration)) ?? ''), calibration ?? '');
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        throw badArchive(`${calibration ?? ''} is no JSON: ${error.message}.`);
      }
    }
    if (layout.kind === 'kitti-object')
      return kittiObjectCamera(readKittiCalib((await text(calibration)) ?? ''), camera!);
    recording ??= Promise.all([text(layout.cameras), text(layout.scanner)]).then(([cameras = '', scanner = '']) => [
      readKittiCalib(cameras),
      readKittiCalib(scanner),
    ]);
    return kittiRawCamera(...(await recording), camera!);
  };
}

async function posesOf(layout: ArchiveLayout, text: TextReader): Promise<(CloudPose | null)[]> {
  const imu = readKittiCalib((await text(layout.imu)) ?? '');
  const [turn, shift] = [imu.get('R'), imu.get('T')];
  const scanToImu =
    turn?.length === 9 && shift?.length === 3 ? inverseRigid(rigid(turn, shift)) : padded([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  let scale: number | undefined;
  let world: number[] | undefined;
  const poses: (CloudPose | null)[] = [];
  for (const { oxts } of layout.frames) {
    const line = await text(oxts);
    scale ??= line === undefined ? undefined : Math.cos((Number(line.trim().split(/\s+/)[0]) * Math.PI) / 180);
    const found = line === undefined ? undefined : oxtsPose(line, scale!, scanToImu);
    if (found === undefined) {
      poses.push(null);
      continue;
    }
    world ??= inverseRigid(found);
    const pose = multiply(world, found);
    poses.push({ position: [pose[3]!, pose[7]!, pose[11]!], rotation: quaternionOf(pose) });
  }
  return poses;
}

async function takeImage(file: ArchiveFile, { path, name }: ArchiveImage, camera: Calibration): Promise<TakenImage> {
  const bytes = await bytesOf(file, IMAGE_BYTES);
  let found;
  try {
    found = await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    throw badArchive(`The image ${path} can't be read.`);
  }
  const mime = mimes[found.format];
  if (mime === undefined) throw badArchive(`The image ${path} is a ${found.format} file. Use PNG, JPEG or WebP.`);
  const facts = {
    name,
    width: found.width,
    height: found.height,
    intrinsics: [...camera.intrinsics],
    extrinsics: [...camera.extrinsics],
    distortion: camera.distortion === undefined ? null : [...camera.distortion],
  };
  return { bytes, mime, facts };
}

async function bytesOf(file: ArchiveFile, most: number): Promise<Buffer> {
  if (file.size > most) throw badArchive(`${file.path} has ${file.size} bytes; at most ${most} are supported.`);
  return buffer(await file.open());
}
