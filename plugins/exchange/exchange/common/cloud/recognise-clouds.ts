import { textOf } from '../exchange/json-file.ts';
import type { ForeignFile } from '../exchange/neutral-document.ts';
import { isKittiPath } from './kitti-object/read-kitti.ts';
import { isTrackletsText } from './kitti-raw/read-tracklets.ts';
import { areNuscenesPaths } from './nuscenes/read-nuscenes.ts';
import { isOpenPcdetText } from './openpcdet/read-openpcdet.ts';
import { isLabelFile } from './semantic-kitti/read-labels.ts';
import { isSuperviselyText } from './supervisely/read-supervisely.ts';
import type { cloudFormats } from './cloud-formats.ts';

/** Files of a kind that are looked into. */
const TRIES = 5;

/**
 * The format of a set of files about point clouds, by their content; undefined for everything else.
 *
 * @param markup texts of XML files of the set
 */
export async function recogniseClouds(
  files: readonly ForeignFile[],
  markup: readonly string[],
): Promise<keyof typeof cloudFormats | undefined> {
  if (markup.some(isTrackletsText)) return 'kitti-raw';
  if (files.some(file => isLabelFile(file.path))) return 'semantic-kitti';
  if (areNuscenesPaths(files.map(file => file.path))) return 'nuscenes';
  if (files.some(file => isKittiPath(file.path))) return 'kitti-object';
  const annotations = files.filter(file => /(?:^|\/)(?:ann\/[^/]+|annotation)\.json$/i.test(file.path));
  for (const file of annotations.slice(0, TRIES))
    if (isSuperviselyText(file.path, await textOf(file))) return 'supervisely-clouds';
  const texts = files.filter(file => /\.txt$/i.test(file.path) && !/(?:^|\/)ImageSets\//i.test(file.path));
  for (const file of texts.slice(0, TRIES)) if (isOpenPcdetText(await textOf(file))) return 'openpcdet';
  return undefined;
}
