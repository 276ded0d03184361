import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Outline, Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { outlineBounds } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Editor } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ItemVersion } from '../common/mask-version.ts';
import { paintOutline } from '../common/mask-version.ts';

/**
 * Shapes of the objects of two versions, in item pixels. Each is looked at once: a pan over thousands of differences
 * asks for each of them every time.
 */
export class DifferenceShapes {
  readonly #outlines = new Map<Instance, Outline>();
  readonly #areas = new Map<Instance, Rectangle | undefined>();

  private constructor(private readonly draw: (instance: Instance) => Outline) {}

  /** Undefined where objects have neither an outline nor a mask. */
  static of(before: ItemVersion, after: ItemVersion, editor: Editor | undefined): DifferenceShapes | undefined {
    if (editor?.outlineOf !== undefined) return new DifferenceShapes(instance => editor.outlineOf!(instance));
    const { mask: old } = before;
    const { mask } = after;
    if (old === undefined || mask === undefined) return undefined;
    const earlier = new Set(before.document.instances);
    return new DifferenceShapes(instance => paintOutline(earlier.has(instance) ? old : mask, instance));
  }

  outlineOf(instance: Instance): Outline {
    const known = this.#outlines.get(instance) ?? this.draw(instance);
    this.#outlines.set(instance, known);
    return known;
  }

  /** Undefined for what has no place. */
  areaOf(instance: Instance): Rectangle | undefined {
    if (!this.#areas.has(instance)) {
      const { rings, lines, dots } = this.outlineOf(instance);
      this.#areas.set(
        instance,
        rings.length + lines.length + dots.length === 0 ? undefined : outlineBounds(this.outlineOf(instance)),
      );
    }
    return this.#areas.get(instance);
  }
}
