import { MICRO } from '../../common/media/frame-table.ts';

/** Minutes, seconds and milliseconds. */
export function timeText(time: number): string {
  const milliseconds = Math.floor(time / (MICRO / 1000));
  const [minutes, seconds] = [Math.floor(milliseconds / 60_000), Math.floor(milliseconds / 1000) % 60];
  return `${minutes}:${String(seconds).padStart(2, '0')}.${String(milliseconds % 1000).padStart(3, '0')}`;
}
