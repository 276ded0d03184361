import type { Georeference } from '#plugins/annotate/tiles/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { FrameTable, Segment } from '#plugins/annotate/editor-video/common/index.ts';
import type { CloudSegment } from '#plugins/annotate/editor-point-cloud/common/index.ts';
import type { CloudView } from '#plugins/annotate/point-clouds/common/index.ts';
import type { MaskRuns } from '../mask/mask-runs.ts';

/** Geometry in our form, or a mask that becomes polygons or parts as the project asks for. */
export type NeutralGeometry =
  | (JsonRecord & { readonly type: string })
  | { readonly type: 'mask'; readonly runs: MaskRuns };

/** One object of a foreign file. */
export interface NeutralInstance {
  /** Foreign label; '' for none. */
  readonly className: string;
  readonly geometry: NeutralGeometry;
  /** Raw foreign values by name; `LabelBook` makes attribute groups of them. */
  readonly attributes?: JsonRecord;
  /** Fields of our form beside geometry, class and attributes, such as groupId, probability, source. */
  readonly fields?: JsonRecord;
  /**
   * Of videos and sequences of scans: when the object is visible. Key frames hold their raw foreign values under `raw`.
   */
  readonly segments?: readonly (Segment | CloudSegment)[];
}

/** Annotations of one image in a foreign format. */
export interface NeutralDocument {
  /** Position in the file, for reports. */
  readonly path: string;
  /** File name of the image without directories; without an extension when the format does not give it. */
  readonly name: string;
  /** Directories before it that mean a folder; '' for none. */
  readonly folder: string;
  readonly width?: number;
  readonly height?: number;
  readonly instances: readonly NeutralInstance[];
  readonly tags?: readonly string[];
  /** Free notes; of texts only. */
  readonly freeText?: string;
  /** Of scans whose points are labelled: how many points there are. */
  readonly points?: number;
  /** Leftovers of the image. */
  readonly source?: JsonRecord;
}

/** Width and height of an image in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

export interface ForeignFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  bytes(): Promise<Uint8Array>;
}

/** The item of a project that a document goes into. */
export interface ItemContent {
  /** Its text, with line feeds; undefined when it is not kept here. */
  readonly text?: string | undefined;
  /** Reading of that text out of a file that is no plain text; kept as `metadata.reading`. */
  readonly reading?: object | undefined;
  /** The frames of a video; undefined when its file is not kept here. */
  readonly frames?: FrameTable | undefined;
  /** The scans of a point cloud; undefined when its file is not kept here or not read yet. */
  readonly cloud?: CloudView | undefined;
  /** The place of its image on the earth; undefined when that is not known. */
  readonly georeference?: Georeference | undefined;
}

/** A document that is read when it is asked for. */
export interface ForeignDocument {
  readonly path: string;
  readonly name: string;
  readonly folder: string;
  /** The folder that keeps parts of the set, such as `train`, apart; `folder` when absent. */
  readonly wide?: string;
  /** The format counts in fractions of the image, whose size must be given to read it. */
  readonly needsSize?: true;
  /** Other names that the item may have, the likeliest first. */
  readonly also?: readonly string[];
  /** The text it is about, of formats that hold it: an item can be made of it. @throws ExchangeError */
  text?(): Promise<string>;
  /**
   * @param item of formats of texts: the item it goes into, in whose text the places are to be found; absent before
   * there is one
   * @throws ExchangeError
   */
  read(size: ImageSize | undefined, item?: ItemContent): Promise<NeutralDocument>;
}

/** A foreign label as the file describes it. */
export interface ForeignLabel {
  readonly name: string;
  /** `#RRGGBB`. */
  readonly color?: string;
  readonly type?: 1 | 2 | 3;
  /** Closed value lists by attribute name, and numbers and texts the file says to be such. */
  readonly groups?: readonly {
    readonly name: string;
    readonly type: 'radio' | 'checklist' | 'text' | 'numeric';
    readonly values: readonly string[];
  }[];
}

/** Result of a reader for the files it was given. */
export interface ForeignSet {
  readonly labels: readonly ForeignLabel[];
  readonly documents: readonly ForeignDocument[];
  /** Skeletons the documents use. */
  readonly templates?: readonly { readonly name: string }[];
}
