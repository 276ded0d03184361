import type { Readable } from 'node:stream';
import type { DocumentSource } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { AnnotationClass, ClassInput } from '#plugins/workspace/classes/common/index.ts';
import type { ClassNaming } from '../common/class-mapping.ts';
import type { ImageSize, ItemContent } from '../common/exchange/neutral-document.ts';
import type { ImportFinding, ImportKind, ImportReading } from '../common/import-api.ts';
import type { ProjectFile, ProjectFileItem } from '../common/project-file.ts';

/** Annotations of one item in the file. `read` throws a Fault that says what is wrong with them. */
export interface ImportedDocument {
  /** Position in the file, for reports. */
  readonly path: string;
  /** '' is the root, or the folder the import was started in. */
  readonly folder: string;
  readonly name: string;
  /** `size` is that of the item's image, when it is known; `item` what is known of the item, once there is one. */
  read(size?: ImageSize, item?: ItemContent): Promise<unknown>;
  /** Places are to be found in the text of the item, which {@link read} is to be given. */
  readonly needsText?: true;
  /** Frame numbers need the frames of the video, which {@link read} is to be given. */
  readonly needsFrames?: true;
  /** Numbers of scans and points need the scans of the item, which {@link read} is to be given. */
  readonly needsCloud?: true;
  /** Places on the earth need the georeference of the image, which {@link read} is to be given where there is one. */
  readonly needsGeoreference?: true;
  /** Other names that the item may have, the likeliest first. */
  readonly also?: readonly string[];
  /** The format does not give the ending of the picture: an item of any ending matches. */
  readonly stem?: true;
  /** The folder with the part of the set, such as `train`: an item there comes first. */
  readonly wide?: string;
  /** The folder without the directory that the whole archive lies in, where there is one. */
  readonly bare?: string;
  /** Directories are no more than a hint: without a folder of that name the item lies where the import was started. */
  readonly loose?: true;
  /** Its picture or text comes with the file. */
  readonly bundled?: true;
  /** Why its own text cannot be read; no item can be made of it then. */
  readonly unreadable?: string;
  /** It cannot be read without the size of its image. */
  readonly needsSize?: true;
  /** The mask that lies beside it, as it is in the file; absent when there is none. */
  readonly mask?: () => Promise<Readable>;
}

/** An item that was attached by its address. */
export interface ImportedAddress {
  readonly folder: string;
  readonly name: string;
  readonly url: string;
}

export interface ImportedPicture {
  readonly folder: string;
  readonly name: string;
  readonly path: string;
  /** Other names that the item may have, the likeliest first. */
  readonly also?: readonly string[];
  /** As for documents. */
  readonly wide?: string;
  readonly bare?: string;
  readonly loose?: true;
  readonly bundled?: true;
  open(): Promise<Readable>;
}

/** A file to import, whatever its format. */
export interface ImportFile {
  readonly kind: ImportKind;
  /** Classes the file names; those the project has are to be skipped. */
  readonly classes: readonly ClassInput[];
  readonly documents: readonly ImportedDocument[];
  readonly pictures: readonly ImportedPicture[];
  /** Items whose file lies on the web; those the project has are to be skipped. */
  readonly addresses: readonly ImportedAddress[];
  /** Description of the project in an archive of an entire project. */
  readonly project: ProjectFile | undefined;
  /** Facts in the file about an item beside its annotations: `folder/name`. */
  readonly facts: ReadonlyMap<string, ProjectFileItem>;
  /** An archive of a whole project keeps who drew what; everything else becomes a pre-annotation. */
  readonly source: DocumentSource;
  /** Returns the problems, complete when all documents were read. */
  problems(): readonly ImportFinding[];
  /** Returns the contents that the format does not keep, complete when all documents were read. */
  losses(): readonly string[];
  close(): void;
}

export const itemKey = (folder: string, name: string): string => `${folder}/${name}`;

/** Target of an import, and the way to read it. */
export interface ImportAim {
  readonly classes: readonly AnnotationClass[];
  readonly projectType: number;
  /** The format that a person chose; detected from the content when absent. */
  readonly reading: ImportReading | undefined;
  /** The classes that objects get; absent while the file is looked through. */
  readonly naming?: ClassNaming | undefined;
  /** Keeps scores as they are instead of rounding them to whole percent. */
  readonly exactScores?: boolean;
}
