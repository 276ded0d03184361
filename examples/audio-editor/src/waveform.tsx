import { useEffect, useRef, useState } from 'react';
import type { Stretch } from './stretches';
import { peaksOf } from './stretches';

const HEIGHT = 160;

interface WaveformProps {
  readonly samples: Float32Array;
  /** Seconds. */
  readonly duration: number;
  readonly stretches: readonly Stretch[];
  readonly colorOf: (label: string) => string;
  /** A stretch was drawn, in seconds. */
  readonly onDraw: (start: number, end: number) => void;
}

/** The sound as a picture; dragging over it marks a stretch. */
export function Waveform({ samples, duration, stretches, colorOf, onDraw }: WaveformProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState<readonly [number, number]>();
  useEffect(() => {
    const { current } = canvas;
    const context = current?.getContext('2d');
    if (current === null || context === null || context === undefined) return;
    const width = (current.width = current.clientWidth);
    current.height = HEIGHT;
    const style = getComputedStyle(document.documentElement);
    const at = (seconds: number): number => (seconds / duration) * width;
    for (const { start, end, label } of stretches) {
      context.fillStyle = `${colorOf(label)}55`;
      context.fillRect(at(start), 0, at(end) - at(start), HEIGHT);
    }
    context.fillStyle = style.getPropertyValue('--loupe-text');
    for (const [x, [low, high]] of peaksOf(samples, width).entries())
      context.fillRect(x, ((1 - high) * HEIGHT) / 2, 1, Math.max(1, ((high - low) * HEIGHT) / 2));
    if (drawn === undefined) return;
    context.strokeStyle = style.getPropertyValue('--loupe-accent');
    context.strokeRect(at(Math.min(...drawn)), 0.5, at(Math.abs(drawn[1] - drawn[0])), HEIGHT - 1);
  }, [samples, duration, stretches, colorOf, drawn]);
  const secondsAt = (event: React.PointerEvent<HTMLCanvasElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return ((event.clientX - left) / width) * duration;
  };
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label="The sound"
      style={{ width: '100%', height: HEIGHT, display: 'block', touchAction: 'none', cursor: 'crosshair' }}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrawn([secondsAt(event), secondsAt(event)]);
      }}
      onPointerMove={event => {
        if (drawn !== undefined) setDrawn([drawn[0], secondsAt(event)]);
      }}
      onPointerUp={() => {
        if (drawn !== undefined) onDraw(...drawn);
        setDrawn(undefined);
      }}
    />
  );
}
