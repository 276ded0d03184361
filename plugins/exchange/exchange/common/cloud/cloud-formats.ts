import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import type { ExchangeFormat } from '../exchange/exchange-format.ts';

const clouds = [ProjectType.PointCloud] as const;
const options = [] as const;

/** Formats of other tools for point clouds and sequences of them. */
export const cloudFormats = {
  'kitti-object': {
    title: 'KITTI',
    number: 23,
    description:
      'A text file of boxes for every scan in the frame of its camera, with the calibration; sequences with track numbers.',
    types: clouds,
    tasks: [],
    options,
    cannotCarry: [
      'lines, polygons, points and labels of points',
      'roll and pitch of cuboids',
      'boxes behind the camera',
      'attributes other than occluded and truncated',
      'tags',
      'comments and approval',
    ],
    writer: async () => new (await import('./kitti-object/write-kitti.ts')).KittiWriter(),
    reader: async (files, head) => (await import('./kitti-object/read-kitti.ts')).readKitti(files, head),
  },
  'kitti-raw': {
    title: 'KITTI tracklets',
    number: 24,
    description: 'tracklet_labels.xml for every sequence: a track with a pose for every scan.',
    types: clouds,
    tasks: [],
    options,
    cannotCarry: [
      'lines, polygons, points and labels of points',
      'sizes that change: the first one is written',
      'attributes other than occlusion and truncation',
      'tags',
      'comments and approval',
    ],
    writer: async () => new (await import('./kitti-raw/write-tracklets.ts')).TrackletsWriter(),
    reader: async (files, head) => (await import('./kitti-raw/read-tracklets.ts')).readTracklets(files, head),
  },
  'supervisely-clouds': {
    title: 'Supervisely point clouds',
    number: 25,
    description: 'meta.json, and a JSON file for every scan or, of sequences, for every episode.',
    types: clouds,
    tasks: [],
    options,
    cannotCarry: ['lines, polygons and points', 'groups', 'comments and approval'],
    writer: async head => new (await import('./supervisely/write-supervisely.ts')).SuperviselyCloudWriter(head),
    reader: async (files, head) => (await import('./supervisely/read-supervisely.ts')).readSupervisely(files, head),
  },
  'semantic-kitti': {
    title: 'SemanticKITTI',
    number: 26,
    description: 'A .label file for every scan with the class and the object of each point, and the list of classes.',
    types: clouds,
    tasks: [],
    options,
    cannotCarry: ['cuboids, lines, polygons and points', 'attributes', 'tags', 'comments and approval'],
    writer: async () => new (await import('./semantic-kitti/write-labels.ts')).LabelFilesWriter(),
    reader: async files => (await import('./semantic-kitti/read-labels.ts')).readLabelFiles(files),
  },
  openpcdet: {
    title: 'OpenPCDet',
    number: 27,
    description: 'A text file for every scan: x y z dx dy dz heading class for each box.',
    types: clouds,
    tasks: [],
    options,
    cannotCarry: [
      'lines, polygons, points and labels of points',
      'roll and pitch of cuboids',
      'which boxes belong to one track',
      'attributes',
      'tags',
      'comments and approval',
    ],
    writer: async () => new (await import('./openpcdet/write-openpcdet.ts')).OpenPcdetWriter(),
    reader: async (files, head) => (await import('./openpcdet/read-openpcdet.ts')).readOpenPcdet(files, head),
  },
  nuscenes: {
    title: 'nuScenes',
    number: 28,
    description: 'Boxes of LIDAR_TOP scans by the tables of the set; written as one file of results.',
    types: clouds,
    tasks: [],
    options,
    cannotCarry: [
      'everything of scans that were not imported from nuScenes',
      'lines, polygons, points and labels of points',
      'tags',
      'comments and approval',
    ],
    writer: async () => new (await import('./nuscenes/write-nuscenes.ts')).NuscenesWriter(),
    reader: async files => (await import('./nuscenes/read-nuscenes.ts')).readNuscenes(files),
  },
} as const satisfies Readonly<Record<string, ExchangeFormat>>;
