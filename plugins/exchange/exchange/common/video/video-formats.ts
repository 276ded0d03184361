import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import type { ExchangeFormat } from '../exchange/exchange-format.ts';

const videos = [ProjectType.Video] as const;

/** Formats of other tools for videos and sounds. */
export const videoFormats = {
  mot: {
    title: 'MOT Challenge',
    number: 16,
    description: 'gt.txt for each video: a line for every frame of every box.',
    types: videos,
    tasks: [],
    options: [],
    cannotCarry: [
      'everything that is no box',
      'attributes other than visibility',
      'events',
      'tags',
      'comments and approval',
    ],
    writer: async head => new (await import('../mot/write-mot.ts')).MotWriter(head),
    reader: async (files, head) => (await import('../mot/read-mot.ts')).readMot(files, head),
  },
  'cvat-video': {
    title: 'CVAT',
    number: 17,
    description: 'An XML file for each video, “CVAT for video 1.1”.',
    types: videos,
    tasks: [],
    options: [],
    cannotCarry: ['events', 'holes of polygons', 'item tags', 'comments and approval'],
    writer: async head => new (await import('../cvat-video/write-cvat-video.ts')).CvatVideoWriter(head),
    reader: async (files, head) => (await import('../cvat-video/read-cvat-video.ts')).readCvatVideo(files, head),
  },
  'label-studio-video': {
    title: 'Label Studio',
    number: 18,
    description: 'One JSON file of tasks about videos, with the labelling setup.',
    types: videos,
    tasks: [],
    options: [],
    cannotCarry: [
      'polygons, lines, points and ellipses',
      'attributes that change over time',
      'item tags',
      'comments and approval',
    ],
    writer: async head =>
      new (await import('../label-studio-video/write-label-studio-video.ts')).LabelStudioVideoWriter(head),
    reader: async (files, head) =>
      (await import('../label-studio-video/read-label-studio-video.ts')).readLabelStudioVideo(files, head),
  },
  events: {
    title: 'Event lists',
    number: 19,
    description: 'The events of each video or sound as subtitles, a table or labels of Audacity.',
    types: videos,
    tasks: [
      { id: 'vtt', title: 'Subtitles (WebVTT)' },
      { id: 'srt', title: 'Subtitles (SubRip)' },
      { id: 'csv', title: 'Table (CSV)' },
      { id: 'audacity', title: 'Audacity labels' },
    ],
    options: [],
    cannotCarry: ['shapes', 'attributes that change over time', 'tags', 'comments and approval'],
    writer: async head => new (await import('../events/write-events.ts')).EventsWriter(head),
    reader: async files => (await import('../events/read-events.ts')).readEvents(files),
  },
  'yolo-frames': {
    title: 'YOLO, frame by frame',
    number: 20,
    description: 'A text file for each frame with objects, and data.yaml. Cannot be imported as video again.',
    types: videos,
    tasks: [
      { id: 'detect', title: 'Boxes' },
      { id: 'segment', title: 'Polygons' },
      { id: 'obb', title: 'Rotated boxes' },
    ],
    options: ['split'],
    cannotCarry: ['which boxes belong to one track', 'attributes', 'events', 'tags', 'comments and approval'],
    writer: async head => new (await import('../frames/write-frames.ts')).YoloFramesWriter(head),
  },
  'coco-frames': {
    title: 'COCO, frame by frame',
    number: 21,
    description: 'One COCO file whose images are the frames with objects. Cannot be imported as video again.',
    types: videos,
    tasks: [],
    options: [],
    cannotCarry: ['which boxes belong to one track', 'events', 'tags', 'comments and approval'],
    writer: async head => new (await import('../frames/write-frames.ts')).CocoFramesWriter(head),
  },
} as const satisfies Readonly<Record<string, ExchangeFormat>>;
