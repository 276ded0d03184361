import { contentKindOf, mediaTypeOfFile, mediaTypeOfName } from './file-content.ts';
import type { ContentKind } from './file-content.ts';
import { isArchiveName } from './archive-entry.ts';
import { extensionOf, imageExtensions, imageProblem, imageTypeOfName, sniffMediaType } from './media-kinds.ts';
import type { MediaProblem } from './media-kinds.ts';
import type { UploadLimits } from './upload-limits.ts';

/** Rules for one uploaded file: bytes, and pixels where it is an image. */
export interface FileRules {
  readonly maxBytes: number;
  readonly maxPixels: number;
  /** Bytes of a file that turns out to be of another kind than its name says; absent where only one kind is taken. */
  readonly bytesOf?: (content: ContentKind) => number;
}

/** The files that projects of some types take. */
export interface FileKind {
  readonly word: 'image' | 'text' | 'video' | 'file';
  readonly plural: string;
  /**
   * The measuring by which a plugin takes such files in as they are (`ItemsHooks.examining`); absent where items decode
   * them.
   */
  readonly examinedAs?: 'video' | 'tiled' | 'point-cloud';
  /** Endings with their dots, for the `accept` attribute of a file field. */
  readonly endings: readonly string[];
  /** The endings as shown on screen. */
  readonly shown: string;
  /** Files that were uploaded and files that lie elsewhere may be in one project. */
  readonly keptEitherWay: boolean;
  /** Returns whether a file of this name is an archive whose files become items. */
  unpacks(name: string): boolean;
  /** Returns whether a file of this name may be one. */
  takes(name: string): boolean;
  /**
   * Why a file of this name and these first bytes cannot be one. `projectTypeName` is what the screen calls the project
   * type.
   */
  problem(name: string, firstBytes: Uint8Array, projectTypeName: string): MediaProblem | undefined;
  /** Returns the rules for a file; of that `name` where kinds differ, else what any may hold at most. */
  rules(limits: UploadLimits, projectType: number, name?: string): FileRules;
}

const images: FileKind = {
  word: 'image',
  plural: 'images',
  endings: imageExtensions,
  shown: 'JPG, PNG, TIFF, WebP, BMP',
  keptEitherWay: false,
  unpacks: isArchiveName,
  takes: name => imageTypeOfName(name) !== undefined,
  problem: imageProblem,
  rules: (limits, projectType) => ({
    maxBytes: limits.imageBytes,
    maxPixels: projectType === 2 ? limits.pixelPixels : limits.vectorPixels,
  }),
};

/** Whole-slide images of one file each, which a reader on the server cuts. */
const slideEndings = ['.svs', '.ndpi', '.scn', '.bif', '.svslide'];

/** True for names of whole-slide images. */
export const isSlideName = (name: string): boolean => slideEndings.includes(`.${extensionOf(name)}`);

/** Whole-slide images in DICOM, which need no reader. */
const dicomEndings = ['.dcm', '.dicom'];

const tiledEndings = ['.jpg', '.jpeg', '.png', '.tif', '.tiff', '.webp', '.zip', ...dicomEndings, ...slideEndings];

/** Images too large for one canvas, and ready-made tile pyramids. They are cut into tiles after the upload. */
const tiledImages: FileKind = {
  word: 'image',
  plural: 'images',
  examinedAs: 'tiled',
  endings: tiledEndings,
  shown:
    'JPG, PNG, TIFF, BigTIFF, WebP, DICOM slides, ZIP archives of a DZI or XYZ tile folder or of a slide, and slides (SVS, NDPI, SCN, BIF; MRXS, VMS in archives) where the server has a reader',
  keptEitherWay: false,
  unpacks: name => isArchiveName(name) && extensionOf(name) !== 'zip',
  takes: name => tiledEndings.includes(`.${extensionOf(name)}`),
  problem(name, firstBytes, projectTypeName) {
    const code = 'TYPE_NOT_SUPPORTED';
    if (extensionOf(name) === 'zip')
      return sniffMediaType(firstBytes) === 'application/zip'
        ? undefined
        : { code, message: `${name} is not a zip archive. Use a ZIP archive of a DZI or XYZ tile folder.` };
    if (dicomEndings.includes(`.${extensionOf(name)}`))
      return mediaTypeOfFile('', firstBytes) === 'application/dicom'
        ? undefined
        : { code, message: `${name} is no DICOM file.` };
    if (isSlideName(name))
      return sniffMediaType(firstBytes) === 'image/tiff'
        ? undefined
        : { code, message: `${name} is no whole-slide image.` };
    if (tiledImages.takes(name) && sniffMediaType(firstBytes) !== 'image/bmp')
      return imageProblem(name, firstBytes, projectTypeName);
    return { code, message: `${name} can't be cut into tiles. Use ${tiledEndings.join(', ')}.` };
  },
  rules: ({ tiledBytes, tiledPixels }) => ({ maxBytes: tiledBytes, maxPixels: tiledPixels }),
};

/** Files whose text is read out of them when they are opened. */
const readOutEndings = ['.pdf', '.html', '.htm'];
const textEndings = ['.txt', '.md', '.csv', '.json', ...readOutEndings];

/** True for names of files in text projects that are no plain text: places are not counted in their bytes. */
export const isReadOut = (name: string): boolean => readOutEndings.includes(`.${extensionOf(name)}`);

const texts: FileKind = {
  word: 'text',
  plural: 'texts',
  endings: textEndings,
  shown: 'TXT, MD, CSV, JSON, HTML in UTF-8, PDF',
  // Projects of this type begin as such whose files come by address, which must not keep people from uploading.
  keptEitherWay: true,
  unpacks: isArchiveName,
  takes: name => textEndings.includes(`.${extensionOf(name)}`),
  problem(name, firstBytes, projectTypeName) {
    const code = 'TYPE_NOT_SUPPORTED';
    if (!texts.takes(name))
      return {
        code,
        message: `${extensionOf(name) === '' ? 'Files without an ending' : `.${extensionOf(name)} files`} aren't supported in ${projectTypeName} projects. Use ${textEndings.join(', ')}.`,
      };
    const content = sniffMediaType(firstBytes);
    if (extensionOf(name) === 'pdf')
      return content === 'application/pdf'
        ? undefined
        : { code, message: `${name} is no PDF${content === undefined ? '' : ` but ${content}`}.` };
    return content === undefined || content === 'image/svg+xml'
      ? undefined
      : { code, message: `${name} is no text but ${content}. Use ${textEndings.join(', ')}.` };
  },
  rules: ({ textBytes, pdfBytes }, _, name) => ({
    maxBytes: name === undefined ? Math.max(textBytes, pdfBytes) : extensionOf(name) === 'pdf' ? pdfBytes : textBytes,
    maxPixels: 0,
  }),
};

const videoEndings = [
  '.mp4',
  '.m4v',
  '.mov',
  '.webm',
  '.mkv',
  '.ogv',
  '.mp3',
  '.m4a',
  '.aac',
  '.wav',
  '.ogg',
  '.oga',
  '.opus',
  '.flac',
];

const videos: FileKind = {
  word: 'video',
  examinedAs: 'video',
  plural: 'videos',
  endings: videoEndings,
  shown: 'MP4, MOV, WebM, MKV, Ogg; sound as MP3, M4A, AAC, WAV, Ogg, FLAC',
  // Projects of this type begin as such whose files come by address.
  keptEitherWay: true,
  unpacks: isArchiveName,
  takes: name => videoEndings.includes(`.${extensionOf(name)}`),
  problem(name, firstBytes, projectTypeName) {
    const code = 'TYPE_NOT_SUPPORTED';
    if (!videos.takes(name))
      return {
        code,
        message: `${extensionOf(name) === '' ? 'Files without an ending' : `.${extensionOf(name)} files`} aren't supported in ${projectTypeName} projects. Use ${videoEndings.join(', ')}.`,
      };
    const content = sniffMediaType(firstBytes);
    return content === undefined || content.startsWith('video/')
      ? undefined
      : { code, message: `${name} is neither a video nor a sound but ${content}. Use ${videoEndings.join(', ')}.` };
  },
  rules: ({ videoBytes }) => ({ maxBytes: videoBytes, maxPixels: 0 }),
};

/** The limit of the plan for each kind of content; kinds without one of their own have that of images. */
const bytesOf =
  ({ imageBytes, pdfBytes, dicomBytes, videoBytes, textBytes }: UploadLimits) =>
  (content: ContentKind): number =>
    (
      {
        pdf: pdfBytes,
        dicom: dicomBytes,
        video: videoBytes,
        audio: videoBytes,
        text: textBytes,
        table: textBytes,
      } as Partial<Record<ContentKind, number>>
    )[content] ?? imageBytes;

const anything: FileKind = {
  word: 'file',
  plural: 'files',
  endings: [],
  shown: 'Images, PDF, text, CSV, audio, video, DICOM, web pages and any other file',
  keptEitherWay: false,
  unpacks: isArchiveName,
  takes: () => true,
  problem: () => undefined,
  rules(limits, _, name) {
    const of = bytesOf(limits);
    return {
      maxBytes:
        name === undefined
          ? Math.max(limits.imageBytes, limits.videoBytes)
          : of(contentKindOf(mediaTypeOfName(name), name)),
      maxPixels: limits.vectorPixels,
      bytesOf: of,
    };
  },
};

const scanEndings = ['.pcd', '.bin', '.ply', '.las', '.laz', '.xyz', '.txt', '.pts', '.zip'];

/** Scans, and archives of a sequence of scans with its camera images. Their octrees are built after the upload. */
const scans: FileKind = {
  word: 'file',
  plural: 'point clouds',
  examinedAs: 'point-cloud',
  endings: scanEndings,
  shown: 'PCD, BIN (KITTI, nuScenes), PLY, LAS, LAZ, COPC, XYZ, and ZIP archives of a sequence of scans',
  keptEitherWay: false,
  unpacks: name => isArchiveName(name) && extensionOf(name) !== 'zip',
  takes: name => scanEndings.includes(`.${extensionOf(name)}`),
  problem(name, firstBytes, projectTypeName) {
    const code = 'TYPE_NOT_SUPPORTED';
    const ending = extensionOf(name);
    if (!scans.takes(name))
      return {
        code,
        message: `${ending === '' ? 'Files without an ending' : `.${ending} files`} aren't supported in ${projectTypeName} projects. Use ${scanEndings.join(', ')}.`,
      };
    const content = sniffMediaType(firstBytes);
    if (ending === 'zip')
      return content === 'application/zip'
        ? undefined
        : { code, message: `${name} is not a zip archive. Use a ZIP archive of a folder of scans.` };
    // Any bytes may begin a file of numbers.
    return content === undefined || ending === 'bin'
      ? undefined
      : { code, message: `${name} is no point cloud but ${content}. Use ${scanEndings.join(', ')}.` };
  },
  rules: ({ pointCloudBytes }) => ({ maxBytes: pointCloudBytes, maxPixels: 0 }),
};

const kinds: Readonly<Record<number, FileKind>> = {
  1: images,
  2: images,
  3: videos,
  4: texts,
  5: tiledImages,
  6: anything,
  7: scans,
};

/** The files that projects of a type take as uploads, by its number; undefined where none are taken yet. */
export const fileKindOf = (projectType: number): FileKind | undefined => kinds[projectType];
