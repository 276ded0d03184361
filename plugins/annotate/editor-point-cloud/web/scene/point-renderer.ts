import {
  BufferAttribute,
  BufferGeometry,
  Camera,
  Color,
  Points,
  Scene,
  ShaderMaterial,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { isSoftware } from '#plugins/annotate/stage/web/kit/index.ts';
import type { Vector } from '../../common/geometry/box.ts';
import type { Coloring } from '../cloud-settings.ts';
import type { LoadedNode } from '../cloud-store.ts';
import type { ViewFrame } from '../views/cloud-camera.ts';
import { fragmentShader, shaderModes, vertexShader } from './point-shader.ts';

/** A part of the surface, CSS pixels from its upper left corner. */
export interface ViewRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Content of one view. */
export interface DrawnView {
  readonly rect: ViewRect;
  readonly frame: ViewFrame;
  readonly nodes: readonly LoadedNode[];
}

/** Appearance of points. */
export interface PointStyle {
  readonly coloring: Coloring;
  /** Colour of points without a label, red, green and blue from 0 to 1. */
  readonly blank: readonly [number, number, number];
  /** CSS pixels. */
  readonly pointSize: number;
  /** Heights of the lowest and the highest colour, metres. */
  readonly heights: readonly [number, number];
  readonly cropMin: Vector;
  readonly cropMax: Vector;
}

/** Content of a view when it was drawn. */
interface Picture {
  readonly key: string;
  readonly nodes: readonly LoadedNode[];
}

/** Draws points with WebGL; one surface with several views on it. A view that shows the same as before is left. */
export class PointRenderer {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new Camera();
  readonly #material: ShaderMaterial;
  readonly #pixel = new Uint8Array(4);
  readonly #points = new Map<string, Points<BufferGeometry, ShaderMaterial>>();
  #pictures: readonly Picture[] = [];
  /** True where the processor draws, not a graphics card. */
  readonly software: boolean;

  /** @throws Error where the browser has no WebGL */
  constructor(canvas: HTMLCanvasElement) {
    this.#renderer = new WebGLRenderer({
      canvas,
      antialias: false,
      powerPreference: 'high-performance',
      preserveDrawingBuffer: true,
    });
    canvas.addEventListener('webglcontextrestored', () => (this.#pictures = []));
    this.#renderer.autoClear = false;
    this.#renderer.setScissorTest(true);
    this.#scene.matrixWorldAutoUpdate = false;
    this.#camera.matrixWorldAutoUpdate = false;
    this.#material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      uniforms: {
        mode: { value: 0 },
        blank: { value: new Vector3() },
        size: { value: 2 },
        heights: { value: new Vector2(0, 1) },
        cropMin: { value: new Vector3() },
        cropMax: { value: new Vector3() },
      },
    });
    this.software = isSoftware(this.#renderer.getContext());
  }

  resize(width: number, height: number): void {
    this.#renderer.setPixelRatio(this.software ? 1 : Math.min(2, window.devicePixelRatio));
    this.#renderer.setSize(width, height, false);
    this.#pictures = [];
  }

  /**
   * Draws the views that changed, and returns them. What is of no view is dropped from the graphics memory once `kept`
   * does not hold it.
   */
  draw<View extends DrawnView>(
    views: readonly View[],
    style: PointStyle,
    background: string,
    kept: (key: string) => boolean,
  ): readonly View[] {
    for (const [key, points] of this.#points)
      if (!kept(key)) {
        this.#scene.remove(points);
        points.geometry.dispose();
        this.#points.delete(key);
      }
    this.#setStyle(style);
    this.#renderer.setClearColor(new Color(background));
    const height = this.#renderer.domElement.height / this.#renderer.getPixelRatio();
    const pictures = views.map(({ rect, frame, nodes }) => ({
      key: JSON.stringify([rect, frame, style, background]),
      nodes,
    }));
    const changed = views.filter(
      ({ rect }, at) => rect.width >= 1 && rect.height >= 1 && !isSame(pictures[at]!, this.#pictures[at]),
    );
    this.#pictures = pictures;
    for (const { rect, frame, nodes } of changed) {
      for (const points of this.#points.values()) points.visible = false;
      for (const node of nodes) this.#of(node).visible = true;
      this.#look(frame);
      this.#renderer.setViewport(rect.x, height - rect.y - rect.height, rect.width, rect.height);
      this.#renderer.setScissor(rect.x, height - rect.y - rect.height, rect.width, rect.height);
      this.#renderer.clear();
      this.#renderer.render(this.#scene, this.#camera);
    }
    return changed;
  }

  /**
   * Waits until the picture is done, so that the time it took can be measured: browsers return from `finish` at once,
   * and report the end of a fence some pictures late.
   */
  finish(): void {
    const gl = this.#renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, this.#pixel);
  }

  /** Gives each point of a node the colour of the object it belongs to: r, g, b, from 0 to 255. */
  colorObjects(node: LoadedNode, colors: Uint8Array): void {
    this.#of(node).geometry.setAttribute('objectColor', new BufferAttribute(colors, 3, true));
    this.#pictures = [];
  }

  dispose(): void {
    for (const points of this.#points.values()) points.geometry.dispose();
    this.#points.clear();
    this.#material.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  #of(node: LoadedNode): Points {
    const known = this.#points.get(node.key);
    if (known !== undefined) return known;
    const geometry = new BufferGeometry();
    const { positions, intensity, classification, color } = node.points;
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    if (intensity !== undefined) geometry.setAttribute('intensity', new BufferAttribute(intensity, 1, true));
    if (classification !== undefined) geometry.setAttribute('classification', new BufferAttribute(classification, 1));
    if (color !== undefined) geometry.setAttribute('pointColor', new BufferAttribute(color, 3, true));
    const points = new Points(geometry, this.#material);
    points.frustumCulled = false;
    points.matrixWorld.makeTranslation(node.min.x, node.min.y, node.min.z);
    points.matrixWorldAutoUpdate = false;
    this.#points.set(node.key, points);
    this.#scene.add(points);
    return points;
  }

  #setStyle({ coloring, blank, pointSize, heights, cropMin, cropMax }: PointStyle): void {
    const { uniforms } = this.#material;
    uniforms['mode']!.value = shaderModes[coloring];
    uniforms['size']!.value = pointSize * this.#renderer.getPixelRatio();
    (uniforms['blank']!.value as Vector3).set(...blank);
    (uniforms['heights']!.value as Vector2).set(...heights);
    (uniforms['cropMin']!.value as Vector3).set(cropMin.x, cropMin.y, cropMin.z);
    (uniforms['cropMax']!.value as Vector3).set(cropMax.x, cropMax.y, cropMax.z);
  }

  #look(view: ViewFrame): void {
    const { right, up, forward, position, near, far, width, height, scale } = view;
    const [sx, sy] = [(scale * 2) / width, (scale * 2) / height];
    const depth = far - near;
    if (view.parallel)
      this.#camera.projectionMatrix.set(sx, 0, 0, 0, 0, sy, 0, 0, 0, 0, -2 / depth, -(far + near) / depth, 0, 0, 0, 1);
    else
      this.#camera.projectionMatrix.set(
        ...([sx, 0, 0, 0, 0, sy, 0, 0] as const),
        ...([0, 0, -(far + near) / depth, (-2 * far * near) / depth, 0, 0, -1, 0] as const),
      );
    this.#camera.projectionMatrixInverse.copy(this.#camera.projectionMatrix).invert();
    this.#camera.matrixWorld.set(
      ...([right.x, up.x, -forward.x, position.x, right.y, up.y, -forward.y, position.y] as const),
      ...([right.z, up.z, -forward.z, position.z, 0, 0, 0, 1] as const),
    );
    this.#camera.matrixWorldInverse.copy(this.#camera.matrixWorld).invert();
  }
}

const isSame = (picture: Picture, before: Picture | undefined): boolean =>
  picture.key === before?.key &&
  picture.nodes.length === before.nodes.length &&
  picture.nodes.every((node, at) => node === before.nodes[at]);
