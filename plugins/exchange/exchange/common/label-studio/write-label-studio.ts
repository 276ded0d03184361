import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import type { ExchangeWriter, OutputFile, WriterHead, WrittenItem } from '../exchange/exchange-writer.ts';
import { countDocumentLosses, countInstanceLosses } from '../exchange/instance-losses.ts';
import { ringsOf } from '../exchange/instance-rings.ts';
import { groupedBoxes, keypointLabel } from '../exchange/keypoint-names.ts';
import { turnedBoxOf, turnedCorners } from '../exchange/rotated-box.ts';
import { cuboidOutline, edgesOf, verticesOf } from '../exchange/shape-extent.ts';
import { escapeXml } from '../exchange/xml-element.ts';
import { paintMask } from '../mask/mask-pixels.ts';
import type { MaskRuns } from '../mask/mask-runs.ts';
import { dropped, TransferReport } from '../transfer-report.ts';
import { packBrush } from './brush-rle.ts';
import { answersOf, questionsOf, regionId } from './written-results.ts';

const carried: ReadonlySet<string> = new Set(['parts']);
const poseFields: ReadonlySet<string> = new Set(['pointLabels', 'groupId']);

interface Shape {
  readonly type: string;
  readonly value: JsonRecord;
}

/** Writes task lists of Label Studio with the labelling setup beside them. */
export class LabelStudioWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  readonly #classes: ReadonlyMap<string, AnnotationClass>;
  readonly #keypoints = new Set<string>();
  #tasks = 0;

  constructor({ classes }: WriterHead) {
    this.#classes = new Map(classes.map(each => [each.name, each]));
  }

  readonly list = {
    path: 'tasks.json',
    start: (): string => '[',
    item: (item: WrittenItem): string => this.#task(item),
    end: (): Iterable<string> => ['\n]\n'],
  };

  picture({ folder, name }: Pick<WrittenItem, 'name' | 'folder'>): string {
    return ['images', ...(folder === '' ? [] : [folder]), name].join('/');
  }

  rest(): readonly OutputFile[] {
    const objects = [...this.#classes.values()].filter(each => each.type === ClassType.Object);
    const labels = objects
      .map(each => `      <Label value="${escapeXml(each.name)}" background="${each.color}"/>\n`)
      .join('');
    const tool = (name: string, from: string): string =>
      `    <${name} name="${from}" toName="image">\n${labels}    </${name}>\n`;
    const keypoints = [...this.#keypoints]
      .filter(name => !this.#classes.has(name))
      .map(name => `      <Label value="${escapeXml(name)}"/>\n`)
      .join('');
    const points = `    <KeyPointLabels name="point" toName="image">\n${labels}${keypoints}    </KeyPointLabels>\n`;
    return [
      {
        path: 'label_config.xml',
        content: `<View>\n    <Image name="image" value="$image"/>\n${tool('RectangleLabels', 'label')}${tool('PolygonLabels', 'polygon')}${tool('EllipseLabels', 'ellipse')}${tool('BrushLabels', 'brush')}${points}${questionsOf(this.#classes.values(), 'image')}</View>\n`,
      },
    ];
  }

  #task(item: WrittenItem): string {
    const { document, width, height } = item;
    countDocumentLosses(document, this.report);
    const instances = recordsOf(document['instances']);
    const results =
      (width ?? 0) > 0 && (height ?? 0) > 0 ? this.#results(instances, item, { width: width!, height: height! }) : [];
    if (results.length === 0 && instances.length > 0 && !((width ?? 0) > 0))
      this.report.add(
        'shape',
        {
          one: 'was dropped, since the size of its image is not known',
          many: 'were dropped, since the sizes of their images are not known',
        },
        instances.length,
      );
    const id = (this.#tasks += 1);
    const task = {
      id,
      data: { image: this.picture(item) },
      annotations: instances.length === 0 ? [] : [{ id, result: results, was_cancelled: false, ground_truth: false }],
      predictions: [],
    };
    return `${id > 1 ? ',' : ''}\n${JSON.stringify(task)}`;
  }

  #results(
    instances: readonly JsonRecord[],
    item: WrittenItem,
    size: { readonly width: number; readonly height: number },
  ): readonly JsonRecord[] {
    const boxes = groupedBoxes(instances);
    const ids = new Map(
      instances.map((instance, at) => [instance, regionId(instance, 'label-studio', this.#tasks + 1, at)]),
    );
    const shared = {
      original_width: size.width,
      original_height: size.height,
      image_rotation: 0,
      to_name: 'image',
      origin: 'manual',
    };
    return instances.flatMap((instance): readonly JsonRecord[] => {
      const className = instance['className'];
      if (typeof className !== 'string')
        return (
          this.report.add('instance', { one: 'without a class was dropped', many: 'without a class were dropped' }), []
        );
      const [owner, id] = [this.#classes.get(className), ids.get(instance)!];
      const answers = answersOf(instance, owner, id, shared);
      if (instance['type'] === 'tag') {
        countInstanceLosses(instance, carried, this.report);
        if (answers.length === 0) this.report.add('tag instance without attributes', dropped);
        return answers;
      }
      const mask = item.masks?.get(instance);
      const predicted =
        instance['creationType'] === 'Prediction' && typeof instance['probability'] === 'number'
          ? { score: instance['probability'] / 100 }
          : {};
      if (instance['type'] === 'template')
        return [
          ...this.#keypointResults(
            instance,
            className,
            boxes.get(instance),
            boxes.has(instance) ? ids.get(boxes.get(instance)!)! : id,
            { ...shared, ...predicted },
            size,
          ),
          ...answers,
        ];
      const shape = this.#shape(instance, mask, size);
      if (shape === undefined) return (this.report.add('broken shape', dropped), []);
      countInstanceLosses(instance, [...boxes.values()].includes(instance) ? poseFields : carried, this.report);
      return [
        {
          id,
          type: shape.type,
          from_name:
            shape.type === 'rectanglelabels'
              ? 'label'
              : shape.type === 'keypointlabels'
                ? 'point'
                : shape.type.replace('labels', ''),
          ...shared,
          ...predicted,
          value: { ...shape.value, [shape.type]: [className] },
        },
        ...answers,
      ];
    });
  }

  #keypointResults(
    instance: JsonRecord,
    className: string,
    box: JsonRecord | undefined,
    parent: string,
    shared: JsonRecord,
    { width, height }: { readonly width: number; readonly height: number },
  ): readonly JsonRecord[] {
    countInstanceLosses(instance, poseFields, this.report);
    if (recordsOf(instance['connections']).length > 0) this.report.lose('connections', 'template');
    const around = edgesOf(instance);
    const outline =
      box !== undefined || around === undefined
        ? []
        : [
            {
              id: parent,
              type: 'rectanglelabels',
              from_name: 'label',
              ...shared,
              value: { ...percentBox(around, width, height), rectanglelabels: [className] },
            },
          ];
    if (outline.length > 0)
      this.report.add('template', { one: 'got a box to hold its points', many: 'got boxes to hold their points' });
    return [
      ...outline,
      ...recordsOf(instance['points']).map((point, at) => {
        const label = keypointLabel(instance, at, point['id']);
        this.#keypoints.add(label);
        return {
          id: `${parent}-${at + 1}`,
          type: 'keypointlabels',
          from_name: 'point',
          parentID: parent,
          ...shared,
          value: {
            x: percent(Number(point['x']), width),
            y: percent(Number(point['y']), height),
            width: 0.5,
            keypointlabels: [label],
          },
        };
      }),
    ];
  }

  #shape(
    instance: JsonRecord,
    mask: MaskRuns | undefined,
    { width, height }: { readonly width: number; readonly height: number },
  ): Shape | undefined {
    if (mask !== undefined) {
      const painted = new Uint8Array(mask.width * mask.height);
      paintMask(painted, mask, 1);
      return { type: 'brushlabels', value: { format: 'rle', rle: packBrush(painted) } };
    }
    const { type } = instance;
    const vertices = verticesOf(instance);
    if (vertices === undefined) return undefined;
    const pairs = (flat: readonly number[]): number[][] =>
      Array.from({ length: flat.length / 2 }, (none, at) => [
        percent(flat[at * 2]!, width),
        percent(flat[at * 2 + 1]!, height),
      ]);
    switch (type) {
      case 'bbox':
        return { type: 'rectanglelabels', value: { ...percentBox(edgesOf(instance)!, width, height), rotation: 0 } };
      case 'rbbox': {
        const { cx, cy, width: w, height: h, degrees, straight } = turnedBoxOf(vertices);
        if (!straight) {
          this.report.add('rbbox', {
            one: 'that is no rectangle was written as a polygon',
            many: 'that are no rectangles were written as polygons',
          });
          return { type: 'polygonlabels', value: { points: pairs(vertices), closed: true } };
        }
        const first = turnedCorners(cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2, degrees);
        return {
          type: 'rectanglelabels',
          value: {
            x: percent(Number(first['x1']), width),
            y: percent(Number(first['y1']), height),
            width: percent(w, width),
            height: percent(h, height),
            rotation: degrees,
          },
        };
      }
      case 'point':
        return {
          type: 'keypointlabels',
          value: { x: percent(vertices[0]!, width), y: percent(vertices[1]!, height), width: 0.5 },
        };
      case 'ellipse':
        return {
          type: 'ellipselabels',
          value: {
            x: percent(Number(instance['cx']), width),
            y: percent(Number(instance['cy']), height),
            radiusX: percent(Number(instance['rx']), width),
            radiusY: percent(Number(instance['ry']), height),
            rotation: Number(instance['angle']),
          },
        };
      case 'polyline': {
        this.report.add('polyline', { one: 'was written as an open polygon', many: 'were written as open polygons' });
        return { type: 'polygonlabels', value: { points: pairs(vertices), closed: false } };
      }
      case 'cuboid': {
        this.report.add('cuboid', { one: 'was written as its outline', many: 'were written as their outlines' });
        return { type: 'polygonlabels', value: { points: pairs(cuboidOutline(instance) ?? []), closed: true } };
      }
      default: {
        const [ring, ...holes] = ringsOf(instance) ?? [];
        this.report.add('hole', dropped, holes.length);
        return ring === undefined ? undefined : { type: 'polygonlabels', value: { points: pairs(ring), closed: true } };
      }
    }
  }
}

/** A share of the whole in percent, fine enough for a hundredth of a pixel in the largest image. */
const percent = (value: number, whole: number): number => Math.round((value / whole) * 1e10) / 1e8;

const percentBox = (
  { x1, y1, x2, y2 }: { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number },
  width: number,
  height: number,
): JsonRecord => ({
  x: percent(x1, width),
  y: percent(y1, height),
  width: percent(x2 - x1, width),
  height: percent(y2 - y1, height),
});
