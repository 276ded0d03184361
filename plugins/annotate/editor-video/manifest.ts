import { definePlugin } from '#core/kernel/common/index.ts';

export default definePlugin({
  id: 'editor-video',
  title: 'Video editor',
  description:
    'Boxes, polygons, lines and points that move through a video, frame by frame, with a timeline of key frames.',
  requires: ['projects', 'items', 'classes', 'annotations', 'stage', 'editor', 'editor-vector'],
  optional: ['skeletons', 'smart-tools'],
  activation: { with: 'editor' },
  jobs: {
    convert: { title: 'Convert a video', limitMs: 6 * 3_600_000 },
    filmstrip: { title: 'Make the pictures of a video' },
    extract: { title: 'Extract frames of a video' },
    track: { title: 'Track an object in a video', limitMs: 2 * 3_600_000 },
  },
  contributes: {
    'projects.types': [
      {
        value: 3,
        word: 'video',
        title: 'Video',
        goodFor: 'Events and moving objects on a timeline',
        upload: 'MP4, MOV, WebM, MKV, Ogg, sound',
        icon: 'play',
      },
    ],
  },
});
