import type { AnnotationClass, ClassInput, ClassType } from '#plugins/workspace/classes/common/index.ts';
import { attributeTextLimit, classNameLimit, nextPaletteColor } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { TransferReport } from '../transfer-report.ts';
import { AttributeCollector } from './foreign-attributes.ts';
import type { ForeignLabel, NeutralDocument } from './neutral-document.ts';

interface Entry {
  readonly attributes: AttributeCollector;
  readonly color: string | undefined;
  type: ClassType;
}

/** A foreign name as a class name: texts beyond the limit are cut. */
export const classNameOf = (label: string): string => label.trim().slice(0, classNameLimit);

/** The classes of the labels in a foreign file. Fed with all documents, then asked. */
export class LabelBook {
  readonly #entries = new Map<string, Entry>();
  readonly #existing: ReadonlyMap<string, AnnotationClass>;

  constructor(existing: readonly AnnotationClass[]) {
    this.#existing = new Map(existing.map(each => [each.name, each]));
  }

  /** Notes a label the file lists. */
  list({ name, color, type = 1, groups = [] }: ForeignLabel): void {
    const entry = this.#entry(name, color, type);
    entry?.attributes.declare(groups);
  }

  /** Notes the labels and attributes that a document uses. */
  collect(document: NeutralDocument): void {
    for (const { className, geometry, attributes, segments = [] } of document.instances) {
      const entry = this.#entry(
        className,
        undefined,
        geometry.type === 'tag' ? 2 : geometry.type === 'relationship' ? 3 : 1,
      );
      entry?.attributes.collect(attributes ?? {});
      for (const { timestamps } of segments)
        for (const { raw } of timestamps) if (isRecord(raw)) entry?.attributes.collect(raw);
    }
  }

  /** The kind of a class: as the project has it, else as the name was met first. */
  typeOf(name: string): ClassType | undefined {
    return this.#existing.get(name)?.type ?? this.#entries.get(name)?.type;
  }

  /** Attribute values of an instance in our form. */
  values(className: string, attributes: JsonRecord, report: TransferReport): readonly JsonRecord[] {
    const found = this.#entries.get(classNameOf(className))?.attributes.read(attributes, report) ?? [];
    return found.map(each =>
      typeof each['name'] === 'string' && each['name'].length > attributeTextLimit
        ? { ...each, name: each['name'].slice(0, attributeTextLimit) }
        : each,
    );
  }

  /** Every label as a class, in the order they were met. */
  classes(): readonly ClassInput[] {
    const used = [...this.#existing.values()].map(each => each.color);
    return [...this.#entries].map(([name, { attributes, color, type }]) => {
      const chosen = color ?? nextPaletteColor(used);
      used.push(chosen);
      return { name, color: chosen, type, attribute_groups: attributes.groups() };
    });
  }

  #entry(label: string, color: string | undefined, type: ClassType): Entry | undefined {
    const name = classNameOf(label);
    if (name === '') return undefined;
    let entry = this.#entries.get(name);
    if (entry === undefined)
      this.#entries.set(
        name,
        (entry = {
          attributes: new AttributeCollector(this.#existing.get(name)),
          color: color === undefined || !/^#[0-9a-f]{6}$/i.test(color) ? undefined : color.toUpperCase(),
          type,
        }),
      );
    return entry;
  }
}
