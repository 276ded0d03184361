import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import type { CloudImage } from '#plugins/annotate/point-clouds/common/index.ts';
import { isCuboid } from '../../common/cloud-objects.ts';
import { projectedEdges } from '../../common/geometry/camera.ts';
import type { CloudEditor } from '../cloud-editor.ts';
import { messages } from '../messages.ts';
import { useScene } from './use-scene.ts';
import classes from './cloud.module.css';

/** The pictures that were taken with the scan, with the boxes projected into them. A click on a box selects it. */
export function CameraStrip({
  editor,
  right,
}: {
  readonly editor: CloudEditor;
  readonly right: number;
}): JSX.Element | undefined {
  const { frame } = useSnapshot(editor.state);
  const images = editor.data.cloud?.images.filter(each => each.frame === frame) ?? [];
  if (images.length === 0) return undefined;
  return (
    <div
      className={classes['cameras']}
      style={{ right: right + 8 }}
      role="group"
      aria-label={messages.cameraStrip.cameras}
    >
      {images.map(image => (
        <CameraTile key={image.index} editor={editor} image={image} />
      ))}
    </div>
  );
}

function CameraTile({ editor, image }: { readonly editor: CloudEditor; readonly image: CloudImage }): JSX.Element {
  const { scene } = editor.session;
  useScene(scene);
  const url = usePicture(editor, image);
  const boxes = editor.shown.all().flatMap(shape => {
    const lines = isCuboid(shape) ? projectedEdges(image, shape) : [];
    return lines.length === 0 ? [] : [{ shape, path: lines.map(([a, b, c, d]) => `M${a} ${b}L${c} ${d}`).join('') }];
  });
  return (
    <figure className={classes['camera']}>
      <svg viewBox={`0 0 ${image.width} ${image.height}`} role="img" aria-label={image.name}>
        {url === undefined ? undefined : <image href={url} width={image.width} height={image.height} />}
        {boxes.map(({ shape, path }) => (
          <g key={shape.id} className={classes['projected']} onClick={() => editor.focusInstance(shape.id)}>
            <path d={path} stroke="transparent" strokeWidth={image.width / 40} fill="none" pointerEvents="stroke" />
            <path
              d={path}
              stroke={editor.context.colorOf(shape)}
              strokeWidth={scene.selection.has(shape.id) ? 3.5 : 1.75}
              vectorEffect="non-scaling-stroke"
              fill="none"
            />
          </g>
        ))}
      </svg>
      <figcaption>{image.name}</figcaption>
    </figure>
  );
}

/** The address of a picture in this page; undefined until it is there. */
function usePicture({ cloud }: CloudEditor, { frame, index }: CloudImage): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const ending = new AbortController();
    const known = cloud.state.cloud;
    let made: string | undefined;
    if (known !== undefined)
      cloud.api
        .getCloudImage({
          params: { ...cloud.item, frame, image: index },
          query: { cloud: known.id },
          signal: ending.signal,
        })
        .then(response => response.blob())
        .then(blob => {
          if (ending.signal.aborted) return;
          made = URL.createObjectURL(blob);
          setUrl(made);
        })
        // The boxes are shown without the picture.
        .catch(() => undefined);
    return () => {
      ending.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [cloud, frame, index]);
  return url;
}
