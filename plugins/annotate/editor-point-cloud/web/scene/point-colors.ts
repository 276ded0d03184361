import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { SessionContext } from '#plugins/annotate/editor/web/kit/index.ts';
import type { CloudData } from '../cloud-data.ts';
import type { LoadedNode } from '../cloud-store.ts';
import type { PointLabels } from '../labels/point-labels.ts';
import type { ShownObjects } from '../shown-objects.ts';
import type { CameraPictures } from '../camera-pictures.ts';
import { cameraColors } from './camera-colors.ts';
import { labelColors, objectShade } from './label-colors.ts';
import { objectColors } from './object-colors.ts';
import type { PointRenderer } from './point-renderer.ts';

/** Colours points by the object they lie in, by their label, or by the cameras; each node again only after a change. */
export class PointColors {
  /** Versions of the colours of nodes. A node that was loaded again has none. */
  readonly #colored = new WeakMap<LoadedNode, string>();

  constructor(
    private readonly context: SessionContext,
    private readonly shown: ShownObjects,
    private readonly data: CloudData,
    private readonly labels: PointLabels,
    private readonly cameras: CameraPictures,
  ) {}

  byObject(renderer: PointRenderer | undefined, nodes: readonly LoadedNode[]): void {
    const { scene } = this.context.session;
    let shapes: readonly Instance[] | undefined;
    this.#color(renderer, nodes, `object ${scene.summary.instancesVersion} ${this.data.frame}`, node =>
      objectColors(node, (shapes ??= this.shown.all()), shape => this.context.colorOf(shape)),
    );
  }

  byLabel(renderer: PointRenderer | undefined, nodes: readonly LoadedNode[]): void {
    const { key, owners, segments } = this.labels.owners();
    let palette: readonly string[] | undefined;
    this.#color(renderer, nodes, `label ${key}`, node => {
      palette ??= segments.map(each => objectShade(this.context.colorOf(each), Number(each['instanceId'] ?? 0)));
      return labelColors(node, owners, palette);
    });
  }

  byCamera(renderer: PointRenderer | undefined, nodes: readonly LoadedNode[]): void {
    const pictures = this.cameras.of(this.data.frame, this.data.cloud?.images ?? []);
    this.#color(renderer, nodes, `camera ${this.data.frame} ${pictures.length}`, node => cameraColors(node, pictures));
  }

  #color(
    renderer: PointRenderer | undefined,
    nodes: readonly LoadedNode[],
    version: string,
    colorsOf: (node: LoadedNode) => Uint8Array,
  ): void {
    const key = `${version} ${this.context.session.classes.map(each => each.color).join('')}`;
    for (const node of new Set(nodes)) {
      if (this.#colored.get(node) === key) continue;
      renderer?.colorObjects(node, colorsOf(node));
      this.#colored.set(node, key);
    }
  }
}
