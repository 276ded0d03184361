/** Numbers of the project types on the wire. */
export const ProjectType = {
  Vector: 1,
  Pixel: 2,
  Video: 3,
  Text: 4,
  Tiled: 5,
  Classification: 6,
  PointCloud: 7,
  Multimodal: 8,
} as const;

/** A type of project. */
export interface ProjectTypeInfo {
  readonly value: number;
  /** Word by which editors and hooks name it. */
  readonly word: string;
  /** Name in the work-management service. */
  readonly name: string;
  readonly title: string;
  readonly goodFor: string;
  readonly upload: string;
  /** Plugin that edits its items. */
  readonly editor: string;
  readonly icon: string;
}

export const projectTypes: readonly ProjectTypeInfo[] = [
  {
    value: ProjectType.Vector,
    word: 'vector',
    name: 'VECTOR',
    title: 'Vector',
    goodFor: 'Boxes, polygons, lines and points on photographs',
    upload: 'JPG, PNG, TIFF, WebP, BMP',
    editor: 'editor-vector',
    icon: 'polygon',
  },
  {
    value: ProjectType.Pixel,
    word: 'pixel',
    name: 'PIXEL',
    title: 'Pixel',
    goodFor: 'Masks, exact to the pixel',
    upload: 'JPG, PNG, TIFF, WebP, BMP',
    editor: 'editor-pixel',
    icon: 'grid',
  },
  {
    value: ProjectType.Video,
    word: 'video',
    name: 'PUBLIC_VIDEO',
    title: 'Video',
    goodFor: 'Events and moving objects on a timeline',
    upload: 'MP4, MOV, WebM, MKV, Ogg, sound',
    editor: 'editor-video',
    icon: 'play',
  },
  {
    value: ProjectType.Text,
    word: 'text',
    name: 'PUBLIC_TEXT',
    title: 'Text',
    goodFor: 'Entities in text, and how they relate',
    upload: 'TXT, MD, CSV, JSON, HTML, PDF',
    editor: 'editor-text',
    icon: 'text',
  },
  {
    value: ProjectType.Tiled,
    word: 'tiled',
    name: 'TILED',
    title: 'Tiled',
    goodFor: 'Very large images: maps, slides, aerial views',
    upload: 'Tiled images',
    editor: 'editor-tiled',
    icon: 'zoomIn',
  },
  {
    value: ProjectType.Classification,
    word: 'classification',
    name: 'CLASSIFICATION',
    title: 'Other',
    goodFor: 'One question about any kind of file',
    upload: 'Any file',
    editor: 'editor-classification',
    icon: 'tag',
  },
  {
    value: ProjectType.PointCloud,
    word: 'point-cloud',
    name: 'POINT_CLOUD',
    title: 'Point cloud',
    goodFor: 'Boxes in 3D scans',
    upload: 'PCD, LAS',
    editor: 'editor-point-cloud',
    icon: 'box',
  },
  {
    value: ProjectType.Multimodal,
    word: 'multimodal',
    name: 'CUSTOM_LLM',
    title: 'Multimodal',
    goodFor: 'Forms you build from text, images, audio and video',
    upload: 'CSV, JSON Lines',
    editor: 'editor-form',
    icon: 'list',
  },
];

/** The type of that number; undefined for an unknown one. */
export const projectTypeOf = (value: number): ProjectTypeInfo | undefined =>
  projectTypes.find(each => each.value === value);

/** How the files of a new project are kept: 1 not decided, 2 uploaded, 3 by address, which types have whose files come by address. */
export function firstUploadState(type: number, storage?: 'uploaded' | 'external' | null): number {
  if (([ProjectType.Video, ProjectType.Text, ProjectType.Multimodal] as readonly number[]).includes(type)) return 3;
  return storage === 'uploaded' ? 2 : storage === 'external' ? 3 : 1;
}
