/** Directories that say what kind of files they hold; never part of a folder. */
const kindDirectory =
  /^(?:images?|labels?|annotations?|ann|jpegimages|segmentation(?:class|object)|masks|videos|velodyne|pointcloud|lidar_top)$/i;
/** The directory that OpenPCDet keeps scans in; a folder of that name may hold pictures. */
const scanDirectory = /(^|\/)points\/(?=[^/]+\.(?:bin|pcd|zip|ply|las|laz|xyz)$)/i;
/** Directories that formats put first; never part of a folder either. */
const rootDirectory = /^(?:data|vocs|[a-z]:)$/i;
/**
 * Directories of the parts of a set, such as `train`; part of a folder only where file names would clash without them.
 */
const partDirectory = /^(?:train|val|valid|validation|test|default|obj_\w+_data|obj_data|\w+20\d\d)$/i;

/** The place in a project for the path of an image. */
export interface ImagePlace {
  readonly name: string;
  /** Without the directories of a format's layout; '' for none. */
  readonly folder: string;
  /** With the part of the set as well, for sets that use a file name in several parts. */
  readonly wide: string;
}

/** Returns the file name and folders of an image path of a foreign file. */
export function imagePlace(path: string): ImagePlace {
  const parts = path
    .replaceAll('\\', '/')
    .replace(scanDirectory, '$1')
    .split('/')
    .filter(part => part !== '' && part !== '.' && part !== '..');
  const name = parts.pop() ?? '';
  const directories = parts.filter(part => !kindDirectory.test(part));
  const first = directories.findIndex(part => !rootDirectory.test(part) && !partDirectory.test(part));
  const own = first < 0 ? [] : directories.slice(first);
  const leading = (first < 0 ? directories : directories.slice(0, first))
    .filter(part => partDirectory.test(part))
    .map(part => part.replace(/^obj_(\w+)_data$/i, '$1'));
  return { name, folder: own.join('/'), wide: [...leading, ...own].join('/') };
}

/** A file name without its extension. */
export function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Endings of pictures, as a stem without one may mean them. */
export const pictureEndings = [
  'jpg',
  'jpeg',
  'png',
  'bmp',
  'webp',
  'tif',
  'tiff',
  'JPG',
  'JPEG',
  'PNG',
  'gif',
] as const;
const isPicture = new RegExp(`\\.(?:${pictureEndings.join('|')})$`, 'i');

/** True for a file name that ends as pictures do. */
export const hasPictureEnding = (name: string): boolean => isPicture.test(name);

/** Endings of videos and sounds, as a stem may omit them. */
export const mediaEndings = [
  'mp4',
  'mov',
  'webm',
  'mkv',
  'avi',
  'm4v',
  'mpg',
  'mpeg',
  'flv',
  'ogv',
  'ogg',
  'mp3',
  'wav',
  'm4a',
  'flac',
  'aac',
  'MP4',
  'MOV',
  'AVI',
] as const;
const isVideo = new RegExp(`\\.(?:${mediaEndings.join('|')})$`, 'i');

/** True for a file name that ends as videos and sounds do. */
export const hasVideoEnding = (name: string): boolean => isVideo.test(name);
