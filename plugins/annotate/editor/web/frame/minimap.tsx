import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { JSX, KeyboardEvent, PointerEvent } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import type { Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Editor } from '../kit/editor-type.ts';
import type { PictureLook, Stage } from '#plugins/annotate/stage/web/kit/index.ts';
import { lookTable, showAs } from '#plugins/annotate/stage/web/kit/index.ts';
import { messages } from '../messages.ts';
import { PictureSettings } from './picture-settings.ts';
import classes from './picture.module.css';

/** CSS pixels of the longer side of the map. */
const longest = 168;

/** Steps of the view by arrow key; the camera moves against the arrow. */
const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The whole picture in small with the part that is in view; a drag or click on it moves the view. */
export function Minimap({ editor, stage }: { readonly editor: Editor; readonly stage: Stage }): JSX.Element {
  const { look } = useSnapshot(useService(PictureSettings).state);
  const item = useSyncExternalStore(editor.onView, () => stage.camera.item);
  const scale = longest / Math.max(item.width, item.height);
  const width = Math.max(8, item.width * scale);
  const height = Math.max(8, item.height * scale);

  const go = (event: PointerEvent<HTMLDivElement>): void => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    stage.camera.restore({
      centre: { x: (event.clientX - left) / scale, y: (event.clientY - top) / scale },
      zoom: stage.camera.zoom,
    });
  };
  const step = (event: KeyboardEvent): void => {
    const direction = DIRECTIONS[event.key];
    if (direction === undefined) return;
    const [x, y] = direction;
    event.preventDefault();
    event.stopPropagation();
    stage.camera.pan({ x: x * 60, y: y * 60 });
  };
  return (
    <div
      className={classes['map']}
      style={{ width, height }}
      role="application"
      aria-label={messages.minimap.minimapTheArrowKeysMove}
      tabIndex={0}
      onKeyDown={step}
      onPointerDown={event => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={event => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) go(event);
      }}
    >
      <Thumbnail stage={stage} look={look} />
      <ShownPart editor={editor} stage={stage} scale={scale} size={{ width, height }} />
    </div>
  );
}

/** The frame around what is in view. It goes by whole pixels of the screen, as nobody sees less move. */
function ShownPart({
  editor,
  stage,
  scale,
  size: { width, height },
}: {
  readonly editor: Editor;
  readonly stage: Stage;
  readonly scale: number;
  readonly size: Size;
}): JSX.Element {
  const edges = useSyncExternalStore(editor.onView, () => {
    const { minX, minY, maxX, maxY } = stage.camera.visible;
    const ratio = window.devicePixelRatio;
    const edge = (value: number, extent: number): number =>
      Math.round(Math.min(Math.max(value * scale, 0), extent) * ratio) / ratio;
    return [edge(minX, width), edge(minY, height), edge(maxX, width), edge(maxY, height)].join(' ');
  });
  const [left, top, right, bottom] = edges.split(' ').map(Number) as [number, number, number, number];
  return (
    <span
      className={classes['view']}
      style={{ left, top, width: Math.max(3, right - left), height: Math.max(3, bottom - top) }}
    />
  );
}

function Thumbnail({ stage, look }: { readonly stage: Stage; readonly look: PictureLook }): JSX.Element {
  const place = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let gone = false;
    const paint = async (): Promise<void> => {
      const { width, height } = stage.camera.item;
      const pixels = await stage.pixels(
        { minX: 0, minY: 0, maxX: width, maxY: height },
        longest * window.devicePixelRatio,
      );
      const canvas = place.current;
      if (gone || canvas === null) return;
      showAs(pixels.data, lookTable(look));
      canvas.width = pixels.width;
      canvas.height = pixels.height;
      canvas.getContext('2d')!.putImageData(pixels, 0, 0);
    };
    // There is no picture to read before it is on the stage, and none at all when it cannot be opened.
    void stage
      .settled()
      .then(paint)
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [stage, look]);
  return <canvas ref={place} />;
}
