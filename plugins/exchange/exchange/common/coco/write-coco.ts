import { stepping } from '#core/base/common/index.ts';
import type { Steps } from '#core/base/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { MaskRuns } from '../mask/mask-runs.ts';
import { TransferReport } from '../transfer-report.ts';
import type { CocoCategory, CocoImage } from './coco-file.ts';
import { knownImageFields } from './coco-file.ts';
import { countDocumentLosses } from '../exchange/instance-losses.ts';
import { writingInstances } from './write-instances.ts';
import type { AnnotationBody, InstanceCategories } from './write-instances.ts';
import { KeypointCategories, writeKeypoints } from './write-keypoints.ts';

/** `instances` boxes and areas, `keypoints` skeletons: COCO has a file for each. */
export type CocoTask = 'instances' | 'keypoints';

export interface WriteCocoOptions {
  readonly task: CocoTask;
  /** The classes of the project in their order; they become the categories 1..n of the instances task. */
  readonly classes: readonly AnnotationClass[];
  /** Goes into `info`; give nothing that changes from run to run when the same input is to give the same bytes. */
  readonly info?: JsonRecord;
}

/** An image to write. Feed images sorted by name. */
export interface CocoImageInput {
  readonly name: string;
  /** Folder of the item, '' for the root. */
  readonly folder?: string;
  /** Pixels; the metadata's size counts when absent. */
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
  /** Masks of the instances that are made of parts, in the size of the image. */
  readonly masks?: ReadonlyMap<JsonRecord, MaskRuns>;
}

/**
 * Writes a COCO file as text, item by item, so that a project of any size streams: only the short image records are
 * kept until the end. The chunks of `start`, every `item` and `end`, joined, are the file.
 *
 * @example
 * const writer = new CocoWriter({ task: 'instances', classes });
 * send(writer.start());
 * for await (const { document, image } of items) send(allAtOnce(writer.item(document, image)));
 * for (const chunk of writer.end()) send(chunk);
 */
export class CocoWriter {
  readonly report = new TransferReport();
  readonly #options: WriteCocoOptions;
  readonly #categories: InstanceCategories;
  readonly #keypoints = new KeypointCategories();
  readonly #images: string[] = [];
  #annotations = 0;

  constructor(options: WriteCocoOptions) {
    this.#options = options;
    const objects = options.classes.filter(entry => entry.type === ClassType.Object);
    this.#categories = {
      ids: new Map(objects.map((entry, at) => [entry.name, at + 1])),
      classes: new Map(options.classes.map(entry => [entry.name, entry])),
    };
  }

  /**
   * Shows a document ahead of writing. The keypoints task needs this for every document, since the categories list
   * the keypoints of all; the instances task does not.
   */
  prepare(document: JsonRecord): void {
    if (this.#options.task === 'keypoints') this.#keypoints.collect(document);
  }

  start(): string {
    return `{"info":${JSON.stringify(this.#options.info ?? {})},"licenses":[],"annotations":[`;
  }

  /** Text of the annotations of one item; may be empty. */
  *item(document: JsonRecord, image: CocoImageInput): Steps<string> {
    const metadata = isRecord(document['metadata']) ? document['metadata'] : {};
    const pixels = (given: number | null | undefined, known: unknown): number =>
      given ?? (typeof known === 'number' ? known : 0);
    const size = { width: pixels(image.width, metadata['width']), height: pixels(image.height, metadata['height']) };
    const source = isRecord(metadata['source']) && metadata['source']['format'] === 'coco' ? metadata['source'] : {};
    const record: CocoImage = {
      id: this.#images.length + 1,
      file_name: image.folder ? `${image.folder}/${image.name}` : image.name,
      ...size,
      ...Object.fromEntries(Object.entries(source).filter(([key]) => key !== 'format' && !knownImageFields.has(key))),
    };
    this.#images.push(JSON.stringify(record));
    countDocumentLosses(document, this.report);
    const bodies =
      this.#options.task === 'instances'
        ? yield* writingInstances(document, size, this.#categories, this.report, image.masks)
        : writeKeypoints(document, this.#keypoints, this.#categories.classes, this.report);
    const texts: string[] = [];
    yield* stepping<AnnotationBody>(bodies, body => {
      this.#annotations += 1;
      texts.push(
        `${this.#annotations > 1 ? ',' : ''}\n${JSON.stringify({ id: this.#annotations, image_id: record.id, ...body })}`,
      );
    });
    return texts.join('');
  }

  /** The rest of the file, in chunks. */
  *end(): Generator<string> {
    yield '\n],"images":[';
    for (const [at, image] of this.#images.entries()) yield `${at > 0 ? ',' : ''}\n${image}`;
    yield `\n],"categories":${JSON.stringify(this.#categoryList())}}\n`;
  }

  #categoryList(): CocoCategory[] {
    if (this.#options.task === 'keypoints') return this.#keypoints.list();
    return [...this.#categories.ids].map(([name, id]) => ({ id, name, supercategory: '' }));
  }
}
