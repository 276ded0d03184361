import { ActionIcon, Loader } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { JSX, PointerEvent } from 'react';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import type { DicomFrame, DicomImage, GreyWindow } from './dicom-image.ts';
import { paintFrame, readDicom, UnreadableDicom, wholeWindow } from './dicom-image.ts';
import { DicomUnpacker } from './dicom-unpacker.ts';
import { FileCard } from './file-card.tsx';
import type { PreviewedEditor } from './preview-controls.ts';
import { useFile } from '#plugins/annotate/editor/web/kit/index.ts';
import classes from '../classification.module.css';
import { messages } from '../messages.ts';

/** A DICOM picture: its frames by keys, its greys by dragging. */
export default function DicomPreview({ editor }: { readonly editor: PreviewedEditor }): JSX.Element {
  const file = useFile(editor.item);
  const found = useMemo(
    (): { readonly image: DicomImage } | { readonly problem: string } | undefined =>
      file.state === 'there' ? tried(() => ({ image: readDicom(file.bytes) })) : undefined,
    [file],
  );
  const image = found !== undefined && 'image' in found ? found.image : undefined;
  useEffect(() => {
    if (image !== undefined) editor.learned({ width: image.width, height: image.height, frames: image.frames });
  }, [editor, image]);
  if (file.state === 'loading')
    return (
      <div className={classes['card']}>
        <Loader size="sm" aria-label={messages.dicomPreview.loadingThePicture} />
      </div>
    );
  if (file.state === 'failed') return <FileCard editor={editor} reason={file.reason} onRetry={file.again} />;
  if (image === undefined)
    return <FileCard editor={editor} reason={found !== undefined && 'problem' in found ? found.problem : ''} />;
  return <Frames editor={editor} image={image} />;
}

function tried<T>(work: () => T): T | { readonly problem: string } {
  try {
    return work();
  } catch (error) {
    return { problem: error instanceof UnreadableDicom ? error.message : messages.dicomPreview.fileIsDamaged };
  }
}

/** A frame of the picture; undefined while it is unpacked. */
function useFrame(
  image: DicomImage,
  at: number,
): { readonly frame: DicomFrame } | { readonly problem: string } | undefined {
  const read = useMemo(() => tried(() => ({ frame: image.frame(at) })), [image, at]);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- each picture has an unpacker of its own
  const unpacker = useMemo(() => new DicomUnpacker(), [image]);
  const [unpacked, setUnpacked] = useState<{
    readonly of: unknown;
    readonly result: { readonly frame: DicomFrame } | { readonly problem: string };
  }>();
  useEffect(() => () => unpacker.close(), [unpacker]);
  useEffect(() => {
    if (!('frame' in read) || read.frame.kind !== 'packed') return undefined;
    let gone = false;
    const show = (result: { readonly frame: DicomFrame } | { readonly problem: string }): void => {
      if (!gone) setUnpacked({ of: read, result });
    };
    unpacker.unpack(read.frame.codec, read.frame.bytes).then(
      frame => show(tried(() => ({ frame: image.unpacked(frame) }))),
      (error: unknown) =>
        show({ problem: error instanceof UnreadableDicom ? error.message : messages.dicomPreview.fileIsDamaged }),
    );
    return () => {
      gone = true;
    };
  }, [read, image, unpacker]);
  if ('problem' in read) return read;
  const { frame } = read;
  return frame.kind === 'packed' ? (unpacked?.of === read ? unpacked.result : undefined) : { frame };
}

function Frames({ editor, image }: { readonly editor: PreviewedEditor; readonly image: DicomImage }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [at, setAt] = useState(0);
  const [zoom, setZoom] = useState<number>();
  const [chosen, setChosen] = useState<GreyWindow>();
  const [jpegFailed, setJpegFailed] = useState(false);
  const drag = useRef<{ readonly x: number; readonly y: number; readonly from: GreyWindow } | undefined>(undefined);
  const found = useFrame(image, at);
  const frame = found !== undefined && 'frame' in found ? found.frame : undefined;
  const grey = chosen ?? image.window ?? (frame?.kind === 'grey' ? wholeWindow(frame) : undefined);
  useEffect(() => {
    if (image.frames > 1) editor.shows(at + 1);
    return () => editor.shows(undefined);
  }, [editor, image, at]);
  useEffect(
    () =>
      editor.control({
        ...(image.frames > 1
          ? { page: (step: number) => setAt(now => Math.max(0, Math.min(image.frames - 1, now + step))) }
          : {}),
        zoom: to =>
          setZoom(now => (to === 'fit' ? undefined : to === 'whole' ? 1 : (now ?? 1) * (to === 'in' ? 1.25 : 0.8))),
      }),
    [editor, image],
  );
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (frame === undefined || context === null || context === undefined) return undefined;
    if (frame.kind !== 'jpeg') {
      context.putImageData(
        new ImageData(
          paintFrame(frame, grey ?? { centre: 128, width: 256 }, image.inverted),
          image.width,
          image.height,
        ),
        0,
        0,
      );
      return undefined;
    }
    let gone = false;
    createImageBitmap(new Blob([frame.bytes], { type: 'image/jpeg' })).then(
      picture => gone || context.drawImage(picture, 0, 0, image.width, image.height),
      () => gone || setJpegFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [frame, grey, image]);
  if (found !== undefined && 'problem' in found) return <FileCard editor={editor} reason={found.problem} />;
  if (jpegFailed) return <FileCard editor={editor} reason={messages.dicomPreview.itsJpegPictureCannotBeRead} />;
  const moved = (event: PointerEvent): void => {
    if (drag.current === undefined) return;
    const { x, y, from } = drag.current;
    // One span of greys for 300 pixels, whatever the units.
    setChosen({
      centre: from.centre + ((event.clientY - y) / 300) * from.width,
      width: Math.max(from.width / 1000, from.width * Math.exp((event.clientX - x) / 200)),
    });
  };
  const isGrey = frame?.kind === 'grey';
  return (
    <>
      <div className={classes['scan']} data-preview="dicom">
        <canvas
          ref={canvas}
          width={image.width}
          height={image.height}
          role="img"
          aria-busy={found === undefined}
          aria-label={messages.dicomPreview.nameFrameCountOfFrames(editor.item.name, at + 1, image.frames)}
          className={zoom === undefined ? classes['scanWhole'] : undefined}
          style={zoom === undefined ? {} : { width: image.width * zoom, height: image.height * zoom, flex: 'none' }}
          onPointerDown={event => {
            if (!isGrey || grey === undefined) return;
            drag.current = { x: event.clientX, y: event.clientY, from: grey };
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={moved}
          onPointerUp={() => {
            drag.current = undefined;
          }}
          onDoubleClick={() => setChosen(undefined)}
        />
      </div>
      <div className={classes['pageBar']} role="group" aria-label={messages.dicomPreview.picture}>
        {image.frames > 1 ? (
          <>
            <Tooltip label={messages.dicomPreview.previousFramePageup}>
              <ActionIcon
                size="sm"
                aria-label={messages.dicomPreview.previousFrame}
                disabled={at === 0}
                onClick={() => setAt(at - 1)}
              >
                <Icon name="left" size={14} />
              </ActionIcon>
            </Tooltip>
            <span className={classes['figures']}>
              {at + 1} / {image.frames}
            </span>
            <Tooltip label={messages.dicomPreview.nextFramePagedown}>
              <ActionIcon
                size="sm"
                aria-label={messages.dicomPreview.nextFrame}
                disabled={at === image.frames - 1}
                onClick={() => setAt(at + 1)}
              >
                <Icon name="right" size={14} />
              </ActionIcon>
            </Tooltip>
          </>
        ) : undefined}
        {isGrey && grey !== undefined ? (
          <>
            <Tooltip label={messages.dicomPreview.dragAcrossForTheWidth}>
              <span className={classes['figures']}>
                C {Math.round(grey.centre)} W {Math.round(grey.width)}
              </span>
            </Tooltip>
            <Tooltip label={messages.dicomPreview.resetContrast}>
              <ActionIcon
                size="sm"
                aria-label={messages.dicomPreview.resetContrast}
                disabled={chosen === undefined}
                onClick={() => setChosen(undefined)}
              >
                <Icon name="restore" size={14} />
              </ActionIcon>
            </Tooltip>
          </>
        ) : undefined}
        <Tooltip label={messages.shared.fit}>
          <ActionIcon size="sm" aria-label={messages.shared.fit} onClick={() => setZoom(undefined)}>
            <Icon name="fit" size={14} />
          </ActionIcon>
        </Tooltip>
      </div>
    </>
  );
}
