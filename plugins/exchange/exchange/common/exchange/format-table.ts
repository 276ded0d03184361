import { cloudFormats } from '../cloud/cloud-formats.ts';
import { videoFormats } from '../video/video-formats.ts';
import type { ExchangeFormat, FormatTask } from './exchange-format.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';

const images = [1, 5] as const;
const withPixel = [1, 2, 5] as const;
const texts = [ProjectType.Text] as const;

/** Formats of other tools. To add one, add its folder and its entry here; server and screens read this table. */
export const exchangeFormats = {
  yolo: {
    title: 'YOLO',
    number: 5,
    description: 'A text file for every image, and data.yaml.',
    types: withPixel,
    tasks: [
      { id: 'detect', title: 'Boxes' },
      { id: 'segment', title: 'Polygons' },
      { id: 'pose', title: 'Keypoints', types: images },
      { id: 'obb', title: 'Rotated boxes', types: images },
    ],
    options: ['split'],
    cannotCarry: [
      'attributes',
      'groups',
      'tags',
      'holes',
      'comments and approval',
      'shapes that the task does not have',
    ],
    writer: async head => new (await import('../yolo/write-yolo.ts')).YoloWriter(head),
    reader: async (files, { options, report }) =>
      (await import('../yolo/read-yolo.ts')).readYolo(files, options, report),
  },
  voc: {
    title: 'Pascal VOC',
    number: 6,
    description: 'An XML file for every image; with masks as PNG when asked for.',
    types: withPixel,
    tasks: [
      { id: 'detect', title: 'Boxes' },
      { id: 'segment', title: 'Boxes and masks', types: [1, 2] },
    ],
    options: ['split', 'one_based', 'integers'],
    cannotCarry: ['rotation', 'polygons, unless as masks', 'groups', 'tags', 'comments and approval'],
    writer: async head => new (await import('../voc/write-voc.ts')).VocWriter(head),
    reader: async (files, { options, report, png }) =>
      (await import('../voc/read-voc.ts')).readVoc(files, options, report, png),
  },
  labelme: {
    title: 'LabelMe',
    number: 7,
    description: 'A JSON file for every image.',
    types: withPixel,
    tasks: [],
    options: [],
    cannotCarry: [
      'tag instances',
      'keypoint templates, written as points',
      'ellipses, written as polygons',
      'comments and approval',
    ],
    writer: async head => new (await import('../labelme/write-labelme.ts')).LabelMeWriter(head),
    reader: async (files, { png }) => (await import('../labelme/read-labelme.ts')).readLabelMe(files, png),
  },
  cvat: {
    title: 'CVAT',
    number: 8,
    description: 'One XML file, “CVAT for images 1.1”.',
    types: withPixel,
    tasks: [],
    options: ['split'],
    cannotCarry: [
      'lines that only some keypoint templates of a class have',
      'item tags',
      'comments and approval',
      'holes of polygons, written as masks',
    ],
    writer: async head => new (await import('../cvat/write-cvat.ts')).CvatWriter(head),
    reader: async (files, { report }) => (await import('../cvat/read-cvat.ts')).readCvat(files, report),
  },
  'label-studio': {
    title: 'Label Studio',
    number: 9,
    description: 'One JSON file of tasks, with the labelling setup.',
    types: withPixel,
    tasks: [],
    options: [],
    cannotCarry: [
      'holes',
      'groups',
      'cuboids, written as outlines',
      'lines of keypoint templates',
      'item tags',
      'comments and approval',
    ],
    writer: async head => new (await import('../label-studio/write-label-studio.ts')).LabelStudioWriter(head),
    reader: async (files, { report }) =>
      (await import('../label-studio/read-label-studio.ts')).readLabelStudio(files, report),
  },
  masks: {
    title: 'PNG masks',
    number: 10,
    description: 'A picture for every image whose values encode the class or the object.',
    types: withPixel,
    tasks: [
      { id: 'classes', title: 'Class numbers' },
      { id: 'colors', title: 'Class colors' },
      { id: 'instances', title: 'Object numbers' },
    ],
    options: [],
    cannotCarry: [
      'attributes',
      'overlaps: later shapes cover earlier ones',
      'points, lines, keypoints, cuboids',
      'tags',
      'comments and approval',
    ],
    writer: async head => new (await import('../masks/write-masks.ts')).MasksWriter(head),
    reader: async (files, { report, png }) => (await import('../masks/read-masks.ts')).readMasks(files, report, png),
  },
  geojson: {
    title: 'GeoJSON',
    number: 22,
    description: 'A file for every image in pixels, as QuPath reads and writes it, or on the map.',
    types: images,
    tasks: [
      { id: 'pixels', title: 'Pixels of the image', types: [ProjectType.Tiled] },
      { id: 'map', title: 'Longitude and latitude', types: [ProjectType.Tiled] },
    ],
    options: [],
    cannotCarry: [
      'keypoint templates, written as points',
      'cuboids, written as outlines',
      'tags',
      'comments and approval',
      'the order of vertices, and their labels',
    ],
    writer: async head => new (await import('../geojson/write-geojson.ts')).GeoJsonWriter(head),
    reader: async files => (await import('../geojson/read-geojson.ts')).readGeoJson(files),
  },
  'coco-panoptic': {
    title: 'COCO panoptic',
    number: 11,
    description: 'One JSON of segments, and a picture for every image whose colours are their numbers.',
    types: [2],
    tasks: [],
    options: [],
    cannotCarry: [
      'attributes',
      'parts of an object, which are merged',
      'overlaps: later objects cover earlier ones',
      'tags',
      'comments and approval',
    ],
    writer: async head => new (await import('../panoptic/write-panoptic.ts')).PanopticWriter(head),
    reader: async (files, { report, png, parsed }) =>
      (await import('../panoptic/read-panoptic.ts')).readPanoptic(files, report, png, parsed),
  },
  conll: {
    title: 'CoNLL (BIO)',
    number: 12,
    description: 'A file for every text, a token and its tag a line.',
    types: texts,
    tasks: [
      { id: 'bio', title: 'Token and tag' },
      { id: 'conll2003', title: 'Four columns (CoNLL-2003)' },
    ],
    options: [],
    cannotCarry: [
      'the layout of PDF and HTML files',
      'spaces between words, unless the files go along',
      'overlapping and nested spans: the longer stays',
      'attributes',
      'relationships',
      'tags',
      'notes, comments and approval',
    ],
    writer: async head => new (await import('../conll/write-conll.ts')).ConllWriter(head),
    reader: async (files, head) => (await import('../conll/read-conll.ts')).readConll(files, head),
  },
  brat: {
    title: 'brat',
    number: 13,
    description: 'The text and an .ann file for every item, and annotation.conf.',
    types: texts,
    tasks: [],
    options: [],
    cannotCarry: [
      'the layout of PDF and HTML files',
      'events, written as spans and relations',
      'attributes of tags',
      'numbers, which become choices',
      'line ends in attributes',
      'comments and approval',
    ],
    writer: async head => new (await import('../brat/write-brat.ts')).BratWriter(head),
    reader: async (files, head) => (await import('../brat/read-brat.ts')).readBrat(files, head),
  },
  prodigy: {
    title: 'Prodigy',
    number: 14,
    description: 'One file of JSON lines with tokens, spans and relations.',
    types: texts,
    tasks: [],
    options: [],
    cannotCarry: ['the layout of PDF and HTML files', 'attributes of tags', 'groups', 'comments and approval'],
    writer: async head => new (await import('../prodigy/write-prodigy.ts')).ProdigyWriter(head),
    reader: async (files, head) => (await import('../prodigy/read-prodigy.ts')).readProdigy(files, head),
  },
  'label-studio-text': {
    title: 'Label Studio',
    number: 15,
    description: 'One JSON file of tasks about texts, with the labelling setup.',
    types: texts,
    tasks: [],
    options: [],
    cannotCarry: [
      'the layout of PDF and HTML files',
      'attributes of relationships',
      'tags without attributes',
      'groups',
      'comments and approval',
    ],
    writer: async head =>
      new (await import('../label-studio-text/write-label-studio-text.ts')).LabelStudioTextWriter(head),
    reader: async (files, head) =>
      (await import('../label-studio-text/read-label-studio-text.ts')).readLabelStudioText(files, head),
  },
  ...videoFormats,
  ...cloudFormats,
} as const satisfies Readonly<Record<string, ExchangeFormat>>;

export type ExchangeFormatId = keyof typeof exchangeFormats;
export const exchangeFormatIds = Object.keys(exchangeFormats) as readonly ExchangeFormatId[];

/** True for formats of texts, which hold the texts themselves. */
export const isTextFormat = (id: ExchangeFormatId): boolean => subjectOf(id) === 'text';

/** Kind of items of a format. */
export type FormatSubject = 'picture' | 'text' | 'video' | 'scan';

/** The kind of items that a type of project has, for formats of other tools. */
export const subjectOfProject = (type: number): FormatSubject =>
  type === ProjectType.Text
    ? 'text'
    : type === ProjectType.Video
      ? 'video'
      : type === ProjectType.PointCloud
        ? 'scan'
        : 'picture';

/** The kind of items that a format is about. */
export const subjectOf = (id: ExchangeFormatId): FormatSubject =>
  subjectOfProject((exchangeFormats[id] as ExchangeFormat).types[0]!);

/** Formats that can be imported. */
export const readableFormatIds: readonly ExchangeFormatId[] = exchangeFormatIds.filter(
  id => (exchangeFormats[id] as ExchangeFormat).reader !== undefined,
);

/** A format of the table by its id; undefined for the own format and forms. */
export const exchangeFormatOf = (id: string): ExchangeFormat | undefined =>
  Object.hasOwn(exchangeFormats, id) ? exchangeFormats[id as ExchangeFormatId] : undefined;

/** COCO has a file for each; pixel projects have no skeletons. */
const cocoTasks: readonly FormatTask[] = [
  { id: 'instances', title: 'Boxes and polygons' },
  { id: 'keypoints', title: 'Keypoints', types: images },
];

/** The tasks of a format that a project type has a form for. */
export function tasksFor(id: string, projectType: number): readonly FormatTask[] {
  if (id === 'coco') return cocoTasks.filter(task => (task.types ?? withPixel).some(type => type === projectType));
  const format = exchangeFormatOf(id);
  return format === undefined ? [] : format.tasks.filter(task => (task.types ?? format.types).includes(projectType));
}

/** True for formats of pictures in which windows of a very large image can be images of their own. */
export const dividesImages = (id: string): boolean =>
  id === 'coco' || (id !== 'geojson' && exchangeFormatOf(id)?.types.includes(ProjectType.Tiled) === true);
