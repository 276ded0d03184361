/** A kind of project, by its number on the wire (spec 1). */
export interface ProjectType {
  readonly value: number;
  /** Name in the work-management service (wire, section 3). */
  readonly name: string;
  readonly title: string;
  readonly goodFor: string;
  readonly upload: string;
  /** Plugin that edits its items. */
  readonly editor: string;
  readonly icon: string;
}

export const projectTypes: readonly ProjectType[] = [
  { value: 1, name: 'VECTOR', title: 'Vector', goodFor: 'Boxes, polygons, lines and points on photographs', upload: 'JPG, PNG, TIFF, WebP, BMP', editor: 'editor-vector', icon: 'polygon' },
  { value: 2, name: 'PIXEL', title: 'Pixel', goodFor: 'Masks, exact to the pixel', upload: 'JPG, PNG, TIFF, WebP, BMP', editor: 'editor-pixel', icon: 'grid' },
  { value: 3, name: 'PUBLIC_VIDEO', title: 'Video', goodFor: 'Events and moving objects on a timeline', upload: 'MP4, MOV, WebM, AVI', editor: 'editor-video', icon: 'play' },
  { value: 4, name: 'PUBLIC_TEXT', title: 'Text', goodFor: 'Entities in text, and how they relate', upload: 'TXT, MD, CSV, JSON, HTML, PDF', editor: 'editor-text', icon: 'text' },
  { value: 5, name: 'TILED', title: 'Tiled', goodFor: 'Very large images: maps, slides, aerial views', upload: 'Tiled images', editor: 'editor-tiled', icon: 'zoomIn' },
  { value: 6, name: 'CLASSIFICATION', title: 'Other', goodFor: 'One question about any kind of file', upload: 'Any file', editor: 'editor-classification', icon: 'tag' },
  { value: 7, name: 'POINT_CLOUD', title: 'Point cloud', goodFor: 'Boxes in 3D scans', upload: 'PCD, LAS', editor: 'editor-point-cloud', icon: 'box' },
  { value: 8, name: 'CUSTOM_LLM', title: 'Multimodal', goodFor: 'Forms you build from text, images, audio and video', upload: 'CSV, JSON Lines', editor: 'editor-form', icon: 'list' },
];

/** The type of that number; undefined for an unknown one. */
export const projectTypeOf = (value: number): ProjectType | undefined => projectTypes.find(each => each.value === value);

/** How the files of a new project are kept: 1 not decided, 2 uploaded, 3 by address, which types have whose files come by address (wire, main API 2). */
export function firstUploadState(type: number, storage?: 'uploaded' | 'external' | null): number {
  if ([3, 4, 8].includes(type)) return 3;
  return storage === 'uploaded' ? 2 : storage === 'external' ? 3 : 1;
}
