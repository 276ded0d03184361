import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** True where this machine decodes videos. */
export const hasFfmpeg = ['ffmpeg', 'prlimit'].every(name => spawnSync(name, ['-version']).error === undefined);

/** Pixels, frames and frames a second of the film. */
export const FILM = { width: 320, height: 180, frames: 75, rate: 25 };

/** The square of the film on a frame, in pixels. */
export const squareOn = (
  frame: number,
): { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number } => ({
  x1: 20 + frame * 2,
  y1: 60,
  x2: 68 + frame * 2,
  y2: 108,
});

/** Makes a film of a square that moves over dark noise, with reordered frames. */
export function filmOf(folder: string): Buffer {
  const file = join(folder, 'film.mp4');
  const { width, height, rate, frames } = FILM;
  const inputs = [
    `nullsrc=s=${width}x${height}:r=${rate}:d=3,geq=random(1)*60:128:128`,
    `testsrc2=s=48x48:r=${rate}:d=3`,
  ].flatMap(source => ['-f', 'lavfi', '-i', source]);
  const drawing = ['-filter_complex', `[0][1]overlay=x='20+n*2':y=60`];
  const coding = ['-c:v', 'libx264', '-bf', '2', '-pix_fmt', 'yuv420p', '-frames:v', String(frames)];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, ...drawing, ...coding, file]);
  return readFileSync(file);
}
