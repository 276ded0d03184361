import { extensionOf, imageExtensions, imageProblem, imageTypeOfName, sniffMediaType } from './media-kinds.ts';
import type { MediaProblem } from './media-kinds.ts';
import type { UploadLimits } from './upload-limits.ts';

/** What one uploaded file may hold: bytes, and pixels where it is an image. */
export interface FileRules {
  readonly maxBytes: number;
  readonly maxPixels: number;
}

/** The files that projects of some types take. */
export interface FileKind {
  readonly word: 'image' | 'text';
  readonly plural: string;
  /** Endings with their dots, for the `accept` attribute of a file field. */
  readonly endings: readonly string[];
  /** The endings as they are told. */
  readonly told: string;
  /** Files that were uploaded and files that lie elsewhere may stand in one project. */
  readonly keptEitherWay: boolean;
  /** Whether a file of this name may be one. */
  takes(name: string): boolean;
  /** Why a file of this name and these first bytes cannot be one. `projectTypeName` is what the screen calls the project type. */
  problem(name: string, firstBytes: Uint8Array, projectTypeName: string): MediaProblem | undefined;
  rules(limits: UploadLimits, projectType: number): FileRules;
}

const images: FileKind = {
  word: 'image',
  plural: 'images',
  endings: imageExtensions,
  told: 'JPG, PNG, TIFF, WebP, BMP',
  keptEitherWay: false,
  takes: name => imageTypeOfName(name) !== undefined,
  problem: imageProblem,
  rules: (limits, projectType) => ({ maxBytes: limits.imageBytes, maxPixels: projectType === 2 ? limits.pixelPixels : projectType === 5 ? limits.tiledPixels : limits.vectorPixels }),
};

const textEndings = ['.txt', '.md', '.csv', '.json'];

const texts: FileKind = {
  word: 'text',
  plural: 'texts',
  endings: textEndings,
  told: 'TXT, MD, CSV, JSON in UTF-8',
  // Projects of this type begin as such whose files come by address (wire, main API 2), which must not keep people from uploading.
  keptEitherWay: true,
  takes: name => textEndings.includes(`.${extensionOf(name)}`),
  problem(name, firstBytes, projectTypeName) {
    const code = 'TYPE_NOT_SUPPORTED';
    if (!texts.takes(name)) return { code, message: `${extensionOf(name) === '' ? 'Files without an ending' : `.${extensionOf(name)} files`} aren't supported in ${projectTypeName} projects. Use ${textEndings.join(', ')}.` };
    const content = sniffMediaType(firstBytes);
    return content === undefined || content === 'image/svg+xml' ? undefined : { code, message: `${name} is no text but ${content}. Use ${textEndings.join(', ')}.` };
  },
  rules: limits => ({ maxBytes: limits.textBytes, maxPixels: 0 }),
};

const kinds: Readonly<Record<number, FileKind>> = { 1: images, 2: images, 4: texts, 5: images, 6: images };

/** The files that projects of a type take as uploads, by its number; undefined where none are taken yet. */
export const fileKindOf = (projectType: number): FileKind | undefined => kinds[projectType];
